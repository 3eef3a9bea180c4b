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

/**
 * KEYS bucket, block; ARGV limit, window in µs, amount, force, block in ms (when refused).
 * Answers "passed used waitUs resetUs". An amount of 0 only looks.
 */
export const TAKE = `${NOW}${WINDOW}
local limit, window, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = trim(KEYS[1], now - window)
local blocked = redis.call('PTTL', KEYS[2])
local function reset()
  local latest = redis.call('LINDEX', KEYS[1], -1)
  return latest and (tonumber(latest) + window - now) or 0
end
local function answer(passed, wait, over)
  return passed .. ' ' .. used .. ' ' .. string.format('%.0f', wait) .. ' ' .. string.format('%.0f', over)
end
if blocked > 0 then return answer('0', blocked * 1000, blocked * 1000) end
if amount == 0 then return answer(used < limit and '1' or '0', 0, reset()) end
local excess = used + amount - limit
if excess > 0 and ARGV[4] == '0' then
  local wait = window
  local last = redis.call('LINDEX', KEYS[1], math.min(excess, used) - 1)
  if used > 0 and last then wait = tonumber(last) + window - now end
  if ARGV[5] ~= '0' then
    redis.call('SET', KEYS[2], '1', 'PX', ARGV[5])
    wait = tonumber(ARGV[5]) * 1000
  end
  return answer('0', wait, reset())
end
for _ = 1, amount do redis.call('RPUSH', KEYS[1], now) end
redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1)
used = used + amount
return answer('1', 0, window)
`

/** KEYS bucket; ARGV window in µs, how many count, µs until they end. */
export const FILL = `${NOW}
redis.call('DEL', KEYS[1])
local moment = now + tonumber(ARGV[3]) - tonumber(ARGV[1])
for _ = 1, tonumber(ARGV[2]) do redis.call('RPUSH', KEYS[1], moment) end
redis.call('PEXPIRE', KEYS[1], math.ceil(tonumber(ARGV[3]) / 1000) + 1)
return 1
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
