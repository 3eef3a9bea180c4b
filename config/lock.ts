import { configProvider } from '@adonisjs/core'
import { defineConfig, stores } from '@adonisjs/lock'
import type { InferLockStores } from '@adonisjs/lock/types'
import { MemoryLockStore } from '#kernel/state/main'
import env from '#start/env'

const alone = configProvider.create(async () => ({
  driver: { factory: () => new MemoryLockStore() },
}))

const lockConfig = defineConfig({
  default: 'nodes',
  stores: { nodes: env.get('REDIS_URL') ? stores.redis({ connectionName: 'main' }) : alone },
})

export default lockConfig

declare module '@adonisjs/lock/types' {
  export interface LockStoresList extends InferLockStores<typeof lockConfig> {}
}
