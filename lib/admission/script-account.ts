/**
 * The part that the scripts on accounts share, as Lua: reading an account, writing it, and its buckets' arithmetic, which is that of core/bucket.ts. Each
 * script is one atomic step and one round trip, on Redis's own clock.
 *
 * An account is a hash: `cd` paused until, `cl` closed until, `pr` `pu` `pt` `pa` the pace (rate, until, tokens, at), `bs` the latest slot booked, and for each
 * window its tokens `t<window>` and their instant `a<window>`. Instants are milliseconds by Redis's clock. A full, open account is no key at all.
 */
export const ACCOUNT: string = `
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

-- What has flowed into the pace's bucket, and 'more', from now on.
local function addToPace(account, more)
  account.pt = math.min(1, account.pt + account.pr * math.max(0, now - account.pa) + more)
  account.pa = math.max(now, account.pa)
end

-- Redis forgets the account once it would be as a new one.
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
