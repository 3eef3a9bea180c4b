import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import User from '../models/user.js'

/**
 * Writes the address of one's own picture. After the commit the caller announces that the user changed.
 *
 * @throws E_UNAUTHENTICATED for who was disabled or erased meanwhile
 */
export async function writeAvatar(
  id: number,
  avatar: string | null,
  trx: TransactionClientContract
): Promise<void> {
  const enabled = { id, status: 'enabled' }
  const user = await User.query({ client: trx }).where(enabled).forUpdate().first()
  if (!user) throw new E_UNAUTHENTICATED()
  await user.merge({ avatar }).save()
}
