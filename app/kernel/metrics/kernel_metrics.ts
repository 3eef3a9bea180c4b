import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { Health } from '#kernel/health/main'
import { RequestLimit } from '#kernel/rate_limit/main'
import { Metrics, type Reading } from './metrics.js'

/** What the kernel itself has to tell. */
export async function tellOfKernel({ container }: ApplicationService): Promise<void> {
  const metrics = await container.make(Metrics)
  metrics.tell({
    name: 'chancery_reached',
    help: 'Whether what this node needs is reached (1) or lost (0).',
    type: 'gauge',
    label: 'what',
    read: async () => {
      const reached = await (await container.make(Health)).reached()
      return Object.fromEntries([...reached].map(([what, isReached]) => [what, Number(isReached)]))
    },
  })
  metrics.tell({
    name: 'chancery_database_connections',
    help: 'Connections of the pool that are used and free, and requests that wait for one.',
    type: 'gauge',
    label: 'state',
    read: async () => poolOf(await container.make('lucid.db')),
  })
  metrics.tell({
    name: 'chancery_rate_limit_refusals_total',
    help: 'Requests and sockets refused because their client sent too many.',
    type: 'counter',
    read: async () => (await container.make(RequestLimit)).refused,
  })
}

/** Nothing before the first query. */
function poolOf(db: Database): Reading {
  const pool = db.manager.get(db.primaryConnectionName)?.connection?.pool
  if (!pool) return {}
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }
}
