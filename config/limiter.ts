import { defineConfig, stores } from '@adonisjs/limiter'
import type { InferLimiters } from '@adonisjs/limiter/types'
import redis from '#config/redis'

const limiterConfig = defineConfig({
  default: redis.shared ? 'redis' : 'memory',
  stores: {
    redis: stores.redis({
      connectionName: 'main',
      keyPrefix: `${redis.prefix}limit`,
      rejectIfRedisNotReady: true,
    }),
    /** While Redis is lost, and where there is none. */
    memory: stores.memory({}),
  },
})

export default limiterConfig

declare module '@adonisjs/limiter/types' {
  export interface LimitersList extends InferLimiters<typeof limiterConfig> {}
}
