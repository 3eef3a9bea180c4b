import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { Versions } from '#kernel/state/main'
import { ADMINISTRATOR, SessionRegistry, User } from '#plugins/identity/main'
import { ROLES_KEY } from '../../snapshot/access_cache.js'
import Role from '../../models/role.js'
import { anyAdministrator } from '../../rules/last_administrator.js'

export const ADMINISTRATOR_ROLE = 'admin'

/** The role that holds everything; while nobody has it, the first administrator gets it. */
export default async function seedAdministratorRole() {
  const given = await db.transaction(async (trx) => {
    await trx.from('access_revisions').where('id', 1).increment('revision', 1)
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
