import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { E_FORBIDDEN } from '#kernel/errors/main'
import { actAsSystem, currentReach } from '#kernel/acting/main'
import { User } from '#plugins/identity/main'

/**
 * What is changed of a role changes for all who have it: they must be within the reach of the operator.
 *
 * @throws E_FORBIDDEN
 */
export async function assertHoldersReached(
  roleId: number,
  client: TransactionClientContract
): Promise<void> {
  if (currentReach().kind === 'all') return
  const holders = () => {
    const ids = client.from('user_roles').where('role_id', roleId).select('user_id')
    return User.query({ client }).whereIn('id', ids).select('id').pojo<{ id: number }>()
  }
  const reached = await holders()
  const all = await actAsSystem('who has a role', holders)
  if (reached.length === all.length) return
  throw new E_FORBIDDEN(
    'Somebody who has this role is out of your reach; let somebody change it who reaches all who have it'
  )
}

/**
 * Menus are everybody's, looks and all.
 *
 * @throws E_FORBIDDEN
 */
export function assertReachesEverybody(): void {
  if (currentReach().kind === 'all') return
  throw new E_FORBIDDEN(
    'Menus are everybody’s; let somebody change them who holds this permission without limit of rows'
  )
}
