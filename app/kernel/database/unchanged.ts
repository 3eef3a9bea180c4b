import type { DateTime } from 'luxon'
import { E_CONFLICT } from '#kernel/errors/main'

const MESSAGE = 'Somebody changed this meanwhile; load it again and repeat the change'

/**
 * Refuses a change that is based on an outdated row.
 *
 * @param seen the row's `updatedAt` as the client saw it; without it the last one wins
 * @throws E_CONFLICT with the field `updatedAt`
 */
export function assertUnchanged(row: { updatedAt: DateTime }, seen: DateTime | undefined): void {
  if (seen === undefined || seen.toMillis() === row.updatedAt.toMillis()) return
  throw new E_CONFLICT(MESSAGE, {
    errors: [{ field: 'updatedAt', rule: 'unchanged', message: MESSAGE }],
  })
}
