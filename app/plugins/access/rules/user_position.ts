import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_CONFLICT } from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import { Position } from '#plugins/identity/main'
import { missingReference } from './references.js'

/**
 * A position that a user is given must be there and enabled; it stays so until the transaction ends.
 *
 * @throws E_NOT_FOUND, E_CONFLICT
 */
export async function assertPosition(
  id: number | null | undefined,
  client: TransactionClientContract
): Promise<void> {
  if (id === null || id === undefined) return
  const position = await Position.query({ client }).where('id', id).forShare().first()
  if (!position) throw missingReference('positionId', say`There is no position ${id}`)
  if (position.status === 'enabled') return
  const message = say`The position "${position.name}" is disabled`
  throw new E_CONFLICT(message, { errors: [{ field: 'positionId', rule: 'enabled', message }] })
}
