import { defineConfig } from '@adonisjs/redis'
import type { InferConnections } from '@adonisjs/redis/types'
import { redisOptions } from '#kernel/state/main'
import env from '#start/env'

const url = env.get('REDIS_URL')

const redisConfig = defineConfig({
  connection: 'main',
  connections: { main: redisOptions(url || 'redis://127.0.0.1:6379') },
})

export default {
  ...redisConfig,
  /** Without a URL this process is alone, and nothing connects. */
  shared: Boolean(url),
  prefix: 'chancery:',
  /** Must be the same on all nodes. */
  secrets: [env.get('APP_KEY'), env.get('JWT_SECRET'), env.get('EDITOR_JWT_SECRET')].filter(
    (secret) => secret !== undefined
  ),
}

declare module '@adonisjs/redis/types' {
  export interface RedisConnections extends InferConnections<typeof redisConfig> {}
}
