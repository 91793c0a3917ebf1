/**
 * The roll of the fleet's processes, as Lua.
 */

/**
 * Makes a process and its figures known, and forgets those that have not been heard of for a minute. The others are told of a new one.
 * KEYS: processes, figures. ARGV: process, its figures, channel.
 * Returns how many processes live, and all figures.
 */
export const REGISTER: string = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - 60000)) do
  redis.call('ZREM', KEYS[1], gone)
  redis.call('HDEL', KEYS[2], gone)
end
local isNew = redis.call('ZADD', KEYS[1], now, ARGV[1]) == 1
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], 60000)
redis.call('PEXPIRE', KEYS[2], 60000)
local processes = redis.call('ZCARD', KEYS[1])
if isNew then
  redis.call('PUBLISH', ARGV[3], cjson.encode({ from = ARGV[1], kind = 'joined', processes = processes, figures = ARGV[2] }))
end
local distinct, seen = {}, {}
for _, figures in ipairs(redis.call('HVALS', KEYS[2])) do
  if not seen[figures] then
    seen[figures] = true
    distinct[#distinct + 1] = figures
  end
end
return { processes, unpack(distinct) }
`;
