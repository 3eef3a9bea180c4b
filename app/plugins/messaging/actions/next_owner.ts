import type { People } from '#plugins/identity/main'
import { E_MEMBER } from '../errors.js'
import type { LockedGroup } from './group_ledger.js'

/** @throws E_MEMBER for who is no present member, or cannot log in */
export async function assertOwnable(
  { trx, members }: LockedGroup,
  userId: number,
  people: People
): Promise<void> {
  const isActive = (await people.activeAmong([userId], trx)).has(userId)
  if (!members.has(userId) || !isActive)
    throw new E_MEMBER('The next owner must be a member who can log in; choose another one')
}
