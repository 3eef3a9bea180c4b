import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { Erasing } from '#kernel/plugins/main'

/** Sessions with their tokens, the login history and failed logins, those under a name that is no account's too. */
export async function eraseLogins({ person, each }: Erasing): Promise<void> {
  const { id, username } = person
  const own = (rows: DatabaseQueryBuilderContract) => {
    void rows.where('user_id', id)
    if (username !== null) void rows.orWhere('account', username)
  }
  await each('sessions', async (trx, most) => {
    const ended = trx.from('sessions').where('user_id', id).limit(most)
    const ids = (await ended.select('id')).map((row) => Number(row.id))
    if (ids.length > 0) await trx.from('sessions').whereIn('id', ids).delete()
    return ids.length
  })
  await each('security_events', async (trx, most) => {
    const told = trx.from('security_events').whereNot('type', 'erased').where(own).limit(most)
    const ids = (await told.select('id')).map((row) => Number(row.id))
    if (ids.length > 0) await trx.from('security_events').whereIn('id', ids).delete()
    return ids.length
  })
  if (username === null) return
  await each('login_attempts', async (trx) =>
    Number(await trx.from('login_attempts').where('account', username).delete())
  )
}
