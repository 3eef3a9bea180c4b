import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import SecurityEvent, { type SecurityEventType } from './models/security_event.js'
import type { ClientDetails } from './sessions/client_details.js'

export interface SecurityEntry extends Partial<ClientDetails> {
  type: SecurityEventType
  account?: string
  userId?: number
  sessionId?: number
}

/** Records a login, a failure, a lock, an ended session and the like in the login history. */
export async function recordSecurityEvent(
  entry: SecurityEntry,
  trx?: TransactionClientContract
): Promise<void> {
  await actAsSystem('record a security event', () => SecurityEvent.create(entry, { client: trx }))
}
