/**
 * Booking, as Lua. A process does not ask until it is granted: it books the next free slot and is told when that comes. So each token costs one call, however
 * many processes wait, and they are served in the order of their asking.
 */
import { ACCOUNT } from './script-account.js';

/**
 * Books slots.
 * KEYS: the credential's account, the provider's.
 * ARGV: how many at the most, how far away further ones may be, how far away the first may be, the units, whether the credential's part is booked already, how
 * long tokens of the provider may be held unused, how far ahead of its slot an idle credential may go at the most; then both accounts' windows.
 * Returns `granted` and the wait for each slot in microseconds; or `partial` and the wait after which to ask for the provider's part; or
 * what refuses (`cooldown`, `quota`, `bucket`), whose account, and the wait.
 */
export const BOOK: string = `${ACCOUNT}
local most, horizon, longest, units = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local booked, hold, early = ARGV[5] == '1', tonumber(ARGV[6]), tonumber(ARGV[7])
local credential, behind = load(KEYS[1], 8)
local provider = load(KEYS[2], behind)

local function micros(wait) return math.ceil(wait * 1000) end

local function refuse(by, account, wait)
  return { by, account == credential and 'credential' or 'provider', micros(math.min(wait, 4e12)) }
end
local closed = credential.cl >= provider.cl and credential or provider
if closed.cl > now then return refuse('quota', closed, closed.cl - now) end
local paused = credential.cd >= provider.cd and credential or provider
if paused.cd > now then return refuse('cooldown', paused, paused.cd - now) end

local function waitFor(account)
  local wait = 0
  for _, window in ipairs(account.windows) do
    if window.at > now then window.at = now end -- the clock was set back, or another server took over
    local missing = window.cost - tokensAt(window, now)
    if missing > 0 then wait = math.max(wait, missing / window.rate) end
  end
  if account.pu > now then
    local missing = units - account.pt - account.pr * math.max(0, now - account.pa)
    if missing > 0 then wait = math.max(wait, math.min(missing / account.pr, account.pu - now)) end
  end
  return wait
end

-- What is taken for a slot after 'wait' counts from now on. What the bucket can't hold until then is lost.
local function book(account, wait)
  for _, window in ipairs(account.windows) do
    window.tokens = math.min(window.burst - window.rate * wait, tokensAt(window, now)) - window.cost
    window.at = now
  end
  if account.pu > now then
    account.pt = math.min(1 - account.pr * wait, account.pt + account.pr * math.max(0, now - account.pa)) - units
    account.pa = now
  end
end

local waits = {}
for i = 1, most do
  local own = booked and 0 or waitFor(credential)
  local above = waitFor(provider)
  -- Ahead by as long as the credential has had no slot: one that is always busy gains nothing, or its fastest process would stand before all others.
  local wait = math.max(own, above - math.max(0, math.min(early, now - credential.bs)))
  if i == 1 and wait > longest then
    return refuse('bucket', own >= above and credential or provider, wait)
  end
  if own > hold and #provider.windows > 0 then
    if i > 1 then break end
    book(credential, own)
    credential.bs = math.max(credential.bs, now + own)
    save(credential)
    return { 'partial', micros(own) }
  end
  if i > 1 and wait > horizon then break end
  if not booked then book(credential, wait) end
  book(provider, above)
  credential.bs = math.max(credential.bs, now + wait)
  waits[i] = micros(wait)
end
save(credential)
if #provider.windows > 0 or provider.pu > now then save(provider) end
return { 'granted', unpack(waits) }
`;

/**
 * Puts back what was booked and not used.
 * KEYS: both accounts. ARGV: how many times, how many milliseconds ago, the units, whether the provider's part was booked too, then both accounts' windows.
 */
export const GIVE_BACK: string = `${ACCOUNT}
local times, age, units = tonumber(ARGV[1]), math.max(0, tonumber(ARGV[2])), tonumber(ARGV[3])
local credential, behind = load(KEYS[1], 5)

local function giveBack(account)
  for _, window in ipairs(account.windows) do
    -- A bucket that starts to fill only later, after a pause, still does, and holds one token at most.
    local most = window.at > now and 1 or window.burst
    -- Below zero: the request took more than it was charged.
    local back = window.cost > 0 and math.max(0, window.cost - window.rate * age) or window.cost
    window.tokens = math.min(most, tokensAt(window, now) + times * back)
    window.at = math.max(window.at, now)
  end
  if account.pu > now then addToPace(account, times * math.max(0, units - account.pr * age)) end
  if #account.windows > 0 or account.pu > now then save(account) end
end
giveBack(credential)
if ARGV[4] == '1' then giveBack(load(KEYS[2], behind)) end
return 1
`;
