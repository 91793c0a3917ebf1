/**
 * Holding an account back, as Lua: pausing, closing and slowing down.
 */
import { ACCOUNT } from './script-account.js';

/**
 * Pauses or closes an account, if it isn't for longer already, and tells every process.
 * KEYS: the account. ARGV: field (`cd`, `cl`), milliseconds from now, channel, message; then the account's windows.
 */
export const PAUSE: string = `${ACCOUNT}
local account = load(KEYS[1], 5)
local field, untilAt = ARGV[1], now + tonumber(ARGV[2])
if account[field] >= untilAt then return 0 end
account[field] = untilAt
if field == 'cd' then
  for _, window in ipairs(account.windows) do
    local at = math.max(untilAt, window.at)
    window.tokens = math.min(1, tokensAt(window, at))
    window.at = at
  end
end
save(account)
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1
`;

/**
 * Slows an account down. KEYS: the account. ARGV: tokens a millisecond, milliseconds until the window's reset; then the account's windows.
 */
export const SLOW_DOWN: string = `${ACCOUNT}
local account = load(KEYS[1], 3)
local rate, untilAt = tonumber(ARGV[1]), now + tonumber(ARGV[2])
if account.pu <= now then
  account.pt, account.pa = 1, math.max(now, account.cd)
elseif rate >= account.pr and untilAt <= account.pu + 1000 then
  return 0
else
  addToPace(account, 0) -- at the pace so far
end
account.pr, account.pu = rate, untilAt
save(account)
return 1
`;
