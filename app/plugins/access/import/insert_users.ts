import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { searchTextOf, toStored } from '#kernel/database/main'
import { actAsSystem } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import { emailTaken, User } from '#plugins/identity/main'
import { userRoles } from '../rules/links.js'
import type { JudgedUser } from './user_judgement.js'

const AT_ONCE = 500

/**
 * Inserts users who were judged, many with each statement: one by one, as models are, fifty thousand take minutes.
 *
 * @param hashOf the hashed password of a user
 */
export async function insertUsers(
  users: readonly JudgedUser[],
  hashOf: (user: JudgedUser) => string,
  trx: TransactionClientContract
): Promise<void> {
  const now = toStored(clock.now())
  for (let from = 0; from < users.length; from += AT_ONCE) {
    const some = users.slice(from, from + AT_ONCE)
    const rows = some.map((user) => rowOf(user, hashOf(user), now))
    await trx.table(User.table).multiInsert(rows).catch(emailTaken)
    await giveRoles(some, trx)
  }
}

function rowOf(user: JudgedUser, password: string, now: string) {
  const { username, nickname = username, email = null, phone = null, status = 'enabled' } = user
  return {
    username,
    nickname,
    password,
    email,
    phone,
    status,
    department_id: user.departmentId,
    search_text: searchTextOf([username, nickname, email, phone]),
    created_at: now,
    updated_at: now,
  }
}

async function giveRoles(
  users: readonly JudgedUser[],
  trx: TransactionClientContract
): Promise<void> {
  const withRoles = new Map(
    users.filter(({ roleIds }) => roleIds.length > 0).map((user) => [user.username, user.roleIds])
  )
  const made = await actAsSystem('the ids of users just made', () =>
    User.query({ client: trx })
      .whereIn('username', [...withRoles.keys()])
      .select('id', 'username')
      .pojo<{ id: number; username: string }>()
  )
  const links = made.flatMap(({ id, username }) =>
    withRoles.get(username)!.map((roleId) => ({ user_id: id, role_id: roleId }))
  )
  for (let from = 0; from < links.length; from += AT_ONCE)
    await trx.table(userRoles.table).multiInsert(links.slice(from, from + AT_ONCE))
}
