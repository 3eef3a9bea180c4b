import { defineConfig, stores } from '@adonisjs/lock'
import type { InferLockStores } from '@adonisjs/lock/types'
import env from '#start/env'

const lockConfig = defineConfig({
  default: 'nodes',
  stores: {
    nodes: env.get('REDIS_URL') ? stores.redis({ connectionName: 'main' }) : stores.memory(),
  },
})

export default lockConfig

declare module '@adonisjs/lock/types' {
  export interface LockStoresList extends InferLockStores<typeof lockConfig> {}
}
