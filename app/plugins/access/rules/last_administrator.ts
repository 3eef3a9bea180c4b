import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_CONFLICT } from '#kernel/errors/main'
import { actAsSystem } from '#kernel/acting/main'
import { User } from '#plugins/identity/main'
import Role from '../models/role.js'

/**
 * Somebody must be left who can administer. Called within the transaction, after the change.
 *
 * @throws E_CONFLICT
 */
export async function assertAdministratorLeft(trx: TransactionClientContract): Promise<void> {
  if (await anyAdministrator(trx)) return
  throw new E_CONFLICT('The last administrator cannot be removed, disabled or stripped of the role')
}

/** Whether an enabled user has a built-in role. */
export async function anyAdministrator(client: TransactionClientContract): Promise<boolean> {
  const builtIn = client.from(Role.table).where('built_in', true).select('id')
  const holders = client.from('user_roles').whereIn('role_id', builtIn).select('user_id')
  const found = await actAsSystem('whether an administrator is left', () =>
    User.query({ client }).where('status', 'enabled').whereIn('id', holders).select('id').first()
  )
  return found !== null
}
