/**
 * The books in Redis, as Lua scripts: each is one atomic step and one round trip, on Redis's own clock. The arithmetic is that of core/bucket.ts and
 * core/account.ts, with one difference: a process does not ask until it is granted, it books the next free slot and is told when that comes. So each
 * token costs one call, however many processes wait, and they are served in the order of their asking.
 *
 * An account is a hash: `cd` paused until, `cl` closed until, `pr` `pu` `pt` `pa` the pace (rate, until, tokens, at), `bs` the latest slot booked, and for each
 * window its tokens `t<window>` and their instant `a<window>`. Instants are milliseconds by Redis's clock. A full, open account is no key at all.
 */

const COMMON = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000

local function precise(number) return string.format('%.17g', number) end

-- Windows come as id, rate, burst and cost, four arguments each, behind their count.
local function load(key, at)
  local count = tonumber(ARGV[at])
  local fields = { 'cd', 'cl', 'bs', 'pr', 'pu', 'pt', 'pa' }
  for i = 0, count - 1 do
    local id = ARGV[at + 1 + 4 * i]
    fields[#fields + 1] = 't' .. id
    fields[#fields + 1] = 'a' .. id
  end
  local values = redis.call('HMGET', key, unpack(fields))
  local account = { key = key, windows = {} }
  for i = 1, 7 do account[fields[i]] = tonumber(values[i]) or 0 end
  for i = 0, count - 1 do
    local first = at + 1 + 4 * i
    local burst = tonumber(ARGV[first + 2])
    account.windows[i + 1] = {
      id = ARGV[first], rate = tonumber(ARGV[first + 1]), burst = burst, cost = tonumber(ARGV[first + 3]),
      tokens = tonumber(values[8 + 2 * i]) or burst, at = tonumber(values[9 + 2 * i]) or now,
    }
  end
  return account, at + 1 + 4 * count
end

local function tokensAt(window, instant) return window.tokens + window.rate * math.max(0, instant - window.at) end

-- Forgets the account once it would be as a new one.
local function save(account)
  local values = {}
  for _, name in ipairs({ 'cd', 'cl', 'bs', 'pr', 'pu', 'pt', 'pa' }) do
    values[#values + 1] = name
    values[#values + 1] = precise(account[name])
  end
  local keepUntil = math.max(now, account.cd, account.cl, account.bs, account.pu)
  for _, window in ipairs(account.windows) do
    values[#values + 1] = 't' .. window.id
    values[#values + 1] = precise(window.tokens)
    values[#values + 1] = 'a' .. window.id
    values[#values + 1] = precise(window.at)
    keepUntil = math.max(keepUntil, window.at + (window.burst - window.tokens) / window.rate)
  end
  redis.call('HSET', account.key, unpack(values))
  redis.call('PEXPIRE', account.key, math.ceil(math.min(keepUntil - now, 9e14)) + 1000)
end
`;

/**
 * Books slots.
 * KEYS: the credential's account, the provider's.
 * ARGV: how many at the most, how far away further ones may be, how far away the first may be, the units, whether the credential's part is booked already, how
 * long tokens of the provider may be held unused, how far ahead of its slot a credential that has none may go; then both accounts' windows.
 * Returns `granted` and the wait for each slot in microseconds; or `partial` and the wait after which to ask for the provider's part; or
 * what refuses (`cooldown`, `quota`, `bucket`), whose account, and the wait.
 */
export const BOOK: string = `${COMMON}
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

local function book(account)
  for _, window in ipairs(account.windows) do
    window.tokens = math.min(window.burst, tokensAt(window, now)) - window.cost
    window.at = now
  end
  if account.pu > now then
    account.pt = math.min(1, account.pt + account.pr * math.max(0, now - account.pa)) - units
    account.pa = now
  end
end

local waits = {}
for i = 1, most do
  local own = booked and 0 or waitFor(credential)
  local above = waitFor(provider)
  if credential.bs <= now then above = math.max(0, above - early) end
  local wait = math.max(own, above)
  if i == 1 and wait > longest then
    return refuse('bucket', own >= above and credential or provider, wait)
  end
  if own > hold and #provider.windows > 0 then
    if i > 1 then break end
    book(credential)
    credential.bs = math.max(credential.bs, now + own)
    save(credential)
    return { 'partial', micros(own) }
  end
  if i > 1 and wait > horizon then break end
  if not booked then book(credential) end
  book(provider)
  credential.bs = math.max(credential.bs, now + wait)
  waits[i] = micros(wait)
end
save(credential)
if #provider.windows > 0 or provider.pu > now then save(provider) end
return { 'granted', unpack(waits) }
`;

/**
 * Puts back what was booked and not used. KEYS: both accounts. ARGV: how many times, how many milliseconds ago, then both accounts' windows.
 */
export const GIVE_BACK: string = `${COMMON}
local times, age = tonumber(ARGV[1]), tonumber(ARGV[2])
local credential, behind = load(KEYS[1], 3)
local provider = load(KEYS[2], behind)
for _, account in ipairs({ credential, provider }) do
  for _, window in ipairs(account.windows) do
    local back = times * window.cost -- below zero: a request took more than it was charged
    if back > 0 then back = math.max(0, back - window.rate * age) end
    local most = window.at > now and 1 or window.burst
    window.tokens = math.min(most, tokensAt(window, now) + back)
    window.at = math.max(window.at, now)
  end
  if #account.windows > 0 then save(account) end
end
return 1
`;

/**
 * Pauses or closes an account, if it isn't for longer already, and tells every process.
 * KEYS: the account. ARGV: field (`cd`, `cl`), milliseconds from now, channel, message; then the account's windows.
 */
export const PAUSE: string = `${COMMON}
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
export const SLOW_DOWN: string = `${COMMON}
local account = load(KEYS[1], 3)
local rate, untilAt = tonumber(ARGV[1]), now + tonumber(ARGV[2])
if account.pu <= now then
  account.pt, account.pa = 1, math.max(now, account.cd)
elseif rate >= account.pr and untilAt <= account.pu + 1000 then
  return 0
end
account.pr, account.pu = rate, untilAt
save(account)
return 1
`;

/**
 * Makes a process and its figures known, and forgets those that have not been heard of for a minute. KEYS: processes, figures. ARGV: process, its figures.
 * Returns how many processes live, and all figures.
 */
export const REGISTER: string = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - 60000)) do
  redis.call('ZREM', KEYS[1], gone)
  redis.call('HDEL', KEYS[2], gone)
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], 60000)
redis.call('PEXPIRE', KEYS[2], 60000)
local distinct, seen = {}, {}
for _, figures in ipairs(redis.call('HVALS', KEYS[2])) do
  if not seen[figures] then
    seen[figures] = true
    distinct[#distinct + 1] = figures
  end
end
return { redis.call('ZCARD', KEYS[1]), unpack(distinct) }
`;
