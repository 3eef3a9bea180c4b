import { conformance } from './conformance.js'
import { RedisPair } from './redis_pair.js'
import { redisIsTested } from './redis_server.js'

if (redisIsTested()) conformance('Redis', () => RedisPair.start())
