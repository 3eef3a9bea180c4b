import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import type { Predicate } from '#kernel/data_scope/main'
import { clock } from '#kernel/state/main'
import DocumentShare from '../document_share.js'

/** A share has ended at the very moment that `endsAt` names. */
export function isLasting({ endsAt }: Pick<DocumentShare, 'endsAt'>): boolean {
  return endsAt === null || endsAt.toMillis() > clock.now()
}

/** `isLasting` as SQL. */
export function lasting(): Predicate {
  return { sql: '(ends_at is null or ends_at > ?)', bindings: [toStored(clock.now())] }
}

/** Ended shares of every document. */
export function endedShares(client?: TransactionClientContract) {
  return DocumentShare.query({ client }).where('endsAt', '<=', toStored(clock.now()))
}
