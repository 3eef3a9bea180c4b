import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { actAsSystem } from '#kernel/acting/main'
import { type Change, recordChanges } from '#kernel/auditing/main'
import { searchTextOf, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import { yieldIfDue } from '#kernel/workers/main'
import {
  emailTaken,
  recordSecurityEvent,
  SessionRegistry,
  SetPassword,
  User,
  type EndedSession,
} from '#plugins/identity/main'
import { RightsAnnouncements } from '../rights_announcements.js'
import { assertAdministratorLeft } from '../rules/last_administrator.js'
import { replaceLinks, userRoles } from '../rules/links.js'
import {
  hasOtherRoles,
  hasOtherStatus,
  type ChangedUser,
  type ExistingUser,
} from './existing_users.js'
import type { ImportPlan, NewUser } from './import_plan.js'

/** The hashed password of a row. */
type HashOf = (user: { row: number }) => string

/** What is announced after the commit. */
export interface WrittenUsers {
  ids: number[]
  disabled: EndedSession[]
  /** Id of a user whose password was set → the sessions that ended. */
  passwords: Map<number, EndedSession[]>
}

const AT_ONCE = 500

/** Writes what an import creates and changes. */
@inject()
export class WriteUsers {
  constructor(
    private readonly registry: SessionRegistry,
    private readonly setPassword: SetPassword,
    private readonly announcements: RightsAnnouncements
  ) {}

  /** @throws E_CONFLICT where no administrator would be left */
  async within(
    trx: TransactionClientContract,
    { created, updated }: ImportPlan,
    hashOf: HashOf
  ): Promise<WrittenUsers> {
    await insertUsers(created, hashOf, trx)
    const written: WrittenUsers = { ids: [], disabled: [], passwords: new Map() }
    for (const user of updated) {
      await this.#update(user, hashOf, trx, written)
      await yieldIfDue()
    }
    if (updated.some((user) => hasOtherRoles(user) || hasOtherStatus(user)))
      await assertAdministratorLeft(trx)
    return written
  }

  async announce({ ids, disabled, passwords }: WrittenUsers): Promise<void> {
    await this.announcements.usersChanged(ids)
    await this.registry.announceEnd(disabled, 'disabled')
    for (const [id, ended] of passwords) await this.setPassword.announce(id, ended)
  }

  async #update(
    changed: ChangedUser,
    hashOf: HashOf,
    trx: TransactionClientContract,
    written: WrittenUsers
  ): Promise<void> {
    const { id, status } = changed.after
    await updateUser(changed, trx)
    written.ids.push(id)
    if (hasOtherStatus(changed) && status === 'disabled')
      written.disabled.push(...(await this.registry.endWithin(trx, id, 'disabled')))
    if (changed.password === undefined) return
    const user = await User.query({ client: trx }).where('id', id).firstOrFail()
    written.passwords.set(id, await this.setPassword.within(trx, user, hashOf(changed)))
  }
}

async function updateUser(user: ChangedUser, trx: TransactionClientContract): Promise<void> {
  const { before, after } = user
  const { id, username, nickname, email, phone, departmentId, positionId, status } = after
  await trx
    .from(User.table)
    .where('id', id)
    .update({
      ...{ nickname, email, phone, status, department_id: departmentId },
      position_id: positionId,
      search_text: searchTextOf([username, nickname, email, phone]),
      updated_at: toStored(clock.now()),
    })
  await recordChanges([importedChange(user)], trx)
  if (hasOtherRoles(user)) await replaceLinks(trx, userRoles, id, after.roleIds)
  if (email !== before.email)
    await recordSecurityEvent({ type: 'email_changed', userId: id, account: username }, trx)
}

function importedChange({ before, after }: ChangedUser): Change {
  const members = (user: ExistingUser) => ({
    ...{ nickname: user.nickname, email: user.email, phone: user.phone },
    ...{ status: user.status, departmentId: user.departmentId },
  })
  const subject = { action: 'updated', type: 'user', id: after.id, name: after.username }
  return { ...subject, before: members(before), after: members(after) }
}

/** Many with each statement: one by one, as models are, fifty thousand take minutes. */
async function insertUsers(
  users: readonly NewUser[],
  hashOf: HashOf,
  trx: TransactionClientContract
): Promise<void> {
  const now = toStored(clock.now())
  for (let from = 0; from < users.length; from += AT_ONCE) {
    const some = users.slice(from, from + AT_ONCE)
    const rows = some.map((user) => rowOf(user, hashOf(user), now))
    await trx.table(User.table).multiInsert(rows).catch(emailTaken)
    const ids = await idsOf(some, trx)
    await giveRoles(some, ids, trx)
    await recordImported(some, ids, trx)
  }
}

function rowOf(user: NewUser, password: string, now: string) {
  const { username, nickname = username, email = null, phone = null, status = 'enabled' } = user
  return {
    username,
    nickname,
    password,
    email,
    phone,
    status,
    department_id: user.departmentId,
    position_id: user.positionId,
    search_text: searchTextOf([username, nickname, email, phone]),
    created_at: now,
    updated_at: now,
  }
}

/** By username. */
async function idsOf(
  users: readonly NewUser[],
  trx: TransactionClientContract
): Promise<Map<string, number>> {
  const names = users.map(({ username }) => username)
  const made = await actAsSystem('the ids of users just made', () =>
    User.query({ client: trx })
      .whereIn('username', names)
      .select('id', 'username')
      .pojo<{ id: number; username: string }>()
  )
  return new Map(made.map(({ id, username }) => [username, id]))
}

async function recordImported(
  users: readonly NewUser[],
  ids: ReadonlyMap<string, number>,
  trx: TransactionClientContract
): Promise<void> {
  const changes = users.map(({ username, nickname = username, departmentId, roleIds, ...user }) => {
    const { email = null, phone = null, status = 'enabled' } = user
    const after = { username, nickname, email, phone, status, departmentId, roleIds }
    const subject = { type: 'user', id: ids.get(username)!, name: username }
    return { action: 'created', ...subject, after }
  })
  await recordChanges(changes, trx)
}

async function giveRoles(
  users: readonly NewUser[],
  ids: ReadonlyMap<string, number>,
  trx: TransactionClientContract
): Promise<void> {
  const links = users.flatMap(({ username, roleIds }) =>
    roleIds.map((roleId) => ({ user_id: ids.get(username)!, role_id: roleId }))
  )
  for (let from = 0; from < links.length; from += AT_ONCE)
    await trx.table(userRoles.table).multiInsert(links.slice(from, from + AT_ONCE))
}
