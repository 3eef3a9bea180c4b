import app from '@adonisjs/core/services/app'
import { Versions } from '#kernel/state/main'
import { ADMINISTRATOR, SessionRegistry, User } from '#plugins/identity/main'
import { ROLES_KEY } from '../../snapshot/access_cache.js'
import { changeAccess } from '../../snapshot/access_revision.js'
import Role from '../../models/role.js'
import { anyAdministrator } from '../../rules/last_administrator.js'

export const ADMINISTRATOR_ROLE = 'admin'

/** The role that holds everything; while nobody has it, the first administrator gets it. */
export default async function seedAdministratorRole() {
  const given = await changeAccess(async (trx) => {
    const role = await Role.firstOrCreate(
      { code: ADMINISTRATOR_ROLE },
      { name: 'Administrator', dataScope: 'all', builtIn: true, status: 'enabled' },
      { client: trx }
    )
    const first = await User.findBy('username', ADMINISTRATOR, { client: trx })
    if (!first || (await anyAdministrator(trx))) return null

    await trx.from('user_roles').where({ user_id: first.id, role_id: role.id }).delete()
    await trx.table('user_roles').insert({ user_id: first.id, role_id: role.id })
    return first.id
  })
  if (given === null) return

  const registry = await app.container.make(SessionRegistry)
  const versions = await app.container.make(Versions)
  await versions.bump(ROLES_KEY)
  await registry.usersChanged([given])
}
