import { createHmac } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import type { StateStore } from './state_store.js'

const KEY = 'secrets'
const KEPT_MS = 30 * 86_400_000

/**
 * Warns once where the node that started last on the same shared store has other secrets.
 *
 * @param secrets that must be the same on all nodes; the store gets 32 bits of a hash of them
 */
export async function compareSecrets(
  store: StateStore,
  logger: Logger,
  secrets: readonly string[]
): Promise<void> {
  const own = createHmac('sha256', secrets.join('\n')).update(KEY).digest('hex').slice(0, 8)
  if (await store.add(KEY, own, KEPT_MS)) return
  const other = await store.get(KEY)
  await store.set(KEY, own, KEPT_MS)
  if (other === null || other === own) return
  logger.warn(
    'APP_KEY, JWT_SECRET or EDITOR_JWT_SECRET is not that of the node that started last on this Redis: nodes refuse each other’s tokens until all have the same. After a secret was replaced this is said once.'
  )
}
