/**
 * What Redis does in one step. Time is Redis's own, so clocks of nodes do not matter. The first lines of a script
 * say what it takes.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
`

/** Moments of what passed, oldest first; `trim` forgets those outside the window and answers how many count. */
const WINDOW = `
local function trim(key, edge)
  local used = redis.call('LLEN', key)
  local oldest = redis.call('LINDEX', key, 0)
  while oldest and tonumber(oldest) <= edge do
    redis.call('LPOP', key)
    used = used - 1
    oldest = redis.call('LINDEX', key, 0)
  end
  return used, tonumber(oldest)
end
`

const STAMPS = `
local function stamps(first, fresh)
  local keys = {}
  for index = first, #KEYS do keys[#keys + 1] = KEYS[index] end
  local values = redis.call('MGET', unpack(keys))
  if not values[1] then
    redis.call('SET', keys[1], fresh)
    values[1] = fresh
  end
  for index = 2, #values do values[index] = values[index] or '' end
  return table.concat(values, ' ')
end
`

/**
 * KEYS bucket, generation, watched…; ARGV limit, fresh generation.
 * Answers "passed used waitUs resetUs generation stamp…". The clock of Redis stepping back clears the bucket.
 */
export const ENTER = `${NOW}${WINDOW}${STAMPS}
local limit = tonumber(ARGV[1])
local used, oldest = trim(KEYS[1], now - 1000000)
if oldest and oldest > now then
  redis.call('DEL', KEYS[1])
  used = 0
end
if used < limit then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('PEXPIRE', KEYS[1], 1001)
  return '1 ' .. (used + 1) .. ' 0 1000000 ' .. stamps(2, ARGV[2])
end
local wait = 1000000
if used > 0 then wait = tonumber(redis.call('LINDEX', KEYS[1], used - limit)) + 1000000 - now end
local reset = wait
if used > 0 then reset = tonumber(redis.call('LINDEX', KEYS[1], -1)) + 1000000 - now end
return '0 ' .. used .. ' ' .. wait .. ' ' .. reset .. ' ' .. stamps(2, ARGV[2])
`

/** KEYS generation, watched…; ARGV fresh generation. */
export const READ_STAMPS = `${STAMPS}
return stamps(1, ARGV[1])
`

/** KEYS stamps…; ARGV stamp, milliseconds it is kept. */
export const BUMP = `
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end
return #KEYS
`

/** KEYS counter; ARGV by, ttl in ms from the first. */
export const INCREMENT = `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return sum
`

/** KEYS set; ARGV member, ttl in ms, most members. Answers 0 where the set is full. The set ends with its last member. */
export const ADD_MEMBER = `${NOW}
local ms = math.floor(now / 1000)
local ttl = tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ms + ttl, ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.max(ttl, redis.call('PTTL', KEYS[1])))
return 1
`

/** KEYS sets…; answers the living members of each. */
export const MEMBERS = `${NOW}
local ms = '(' .. math.floor(now / 1000)
local all = {}
for index, key in ipairs(KEYS) do all[index] = redis.call('ZRANGEBYSCORE', key, ms, '+inf') end
return all
`
