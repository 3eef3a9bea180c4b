import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { dialectOf, oneOfIds } from '#kernel/data_scope/predicate'
import { runPrepared } from '#kernel/data_scope/statements'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { AccessBook } from '../book/access_book.js'
import type { UserColumns, UserRow } from '../transformers/user_transformer.js'
import { userListing } from './user_listing.js'

const BATCH = 500

type UserExportQuery = Parameters<typeof userListing.stream>[0]
type UserQuery = Parameters<typeof userListing.page>[0]

/** Users as they are answered: within reach, with the names of their roles. */
@inject()
export class UserRows {
  constructor(private readonly book: AccessBook) {}

  async page(query: UserQuery) {
    const page = await userListing.page(query)
    return { ...page, items: await this.withRoles(page.items) }
  }

  /** All of the list, in constant memory; the reach is that of whoever acts when this is called. */
  stream(query: UserExportQuery): AsyncGenerator<UserRow> {
    return this.#inBatches(userListing.stream(query))
  }

  /** @throws E_NOT_FOUND for one who is not there or not within reach */
  async find(id: number): Promise<UserRow> {
    const user = await userListing.find(id)
    if (!user) throw new E_NOT_FOUND()
    const [row] = await this.withRoles([user])
    return row!
  }

  async *#inBatches(users: AsyncIterable<UserColumns>): AsyncGenerator<UserRow> {
    let batch: UserColumns[] = []
    for await (const user of users) {
      batch.push(user)
      if (batch.length < BATCH) continue
      yield* await this.withRoles(batch)
      batch = []
    }
    yield* await this.withRoles(batch)
  }

  /** One statement for any number of users; the roles' names are known to this node. */
  async withRoles(users: readonly UserColumns[]): Promise<UserRow[]> {
    const [world, links] = [await this.book.current(), await linksOf(users.map(({ id }) => id))]
    return users.map((user) => {
      const roles = world.rolesOf(links.get(user.id) ?? [])
      return { ...user, roles: roles.map(({ id, code, name }) => ({ id, code, name })) }
    })
  }
}

async function linksOf(userIds: readonly number[]): Promise<Map<number, number[]>> {
  if (userIds.length === 0) return new Map()

  const client = db.connection()
  const dialect = dialectOf(client)
  const among = oneOfIds('user_id', userIds, dialect)
  const sql = `select user_id, role_id from user_roles where ${among.sql} order by user_id, role_id`
  const links = new Map<number, number[]>()
  for (const row of await runPrepared(client, dialect, { sql, bindings: among.bindings })) {
    const [userId, roleId] = [row.user_id as number, row.role_id as number]
    const roles = links.get(userId)
    if (roles) roles.push(roleId)
    else links.set(userId, [roleId])
  }
  return links
}
