import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import User from '../models/user.js'

/** Replaces the hash that `user` was read with. Resolves to `false` where it was changed since, or the user disabled. */
export async function replacePassword(
  user: { id: number; password: string },
  hashed: string,
  client?: TransactionClientContract
): Promise<boolean> {
  const [replaced] = await User.query({ client })
    .where({ id: user.id, password: user.password, status: 'enabled' })
    .update({ password: hashed, updatedAt: toStored(clock.now()) })
  if (Number(replaced) === 0) return false
  user.password = hashed
  return true
}
