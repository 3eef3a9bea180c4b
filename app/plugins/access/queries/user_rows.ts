import type { AccessCache } from '../snapshot/access_cache.js'
import type { AccessSnapshot } from '../snapshot/access_snapshot.js'
import type { UserColumns, UserRow } from '../transformers/user_transformer.js'
import { userListing } from './user_listing.js'

type UserExportQuery = Parameters<typeof userListing.stream>[0]
type UserQuery = Parameters<typeof userListing.page>[0]

/** Users as they are answered: within reach, with the names of their roles, which are known to this node. */
export class UserRows {
  constructor(private readonly snapshots: AccessCache) {}

  async page(query: UserQuery) {
    const page = await userListing.page(query)
    return { ...page, items: await this.#named(page.items) }
  }

  /** All of the list, in constant memory; the reach is that of the operator when this is called. */
  stream(query: UserExportQuery): AsyncGenerator<UserRow> {
    return this.#each(userListing.stream(query))
  }

  /** @throws E_NOT_FOUND for one who is not there or not within reach */
  async find(id: number): Promise<UserRow> {
    const [row] = await this.#named([await userListing.findOrFail(id)])
    return row!
  }

  async *#each(users: AsyncIterable<UserColumns>): AsyncGenerator<UserRow> {
    const snapshot = await this.snapshots.current()
    for await (const user of users) yield withRoles(user, snapshot)
  }

  /** By the roles that this node read last, unless one was made since. */
  async #named(users: readonly UserColumns[]): Promise<UserRow[]> {
    const latest = await this.snapshots.latest()
    const known = users.every(({ roles }) => roles.every((id) => latest.roles.has(id)))
    const snapshot = known ? latest : await this.snapshots.current()
    return users.map((user) => withRoles(user, snapshot))
  }
}

/** In place: listed rows are fresh, and a copy of each costs more than all else that is done here. */
function withRoles(user: UserColumns, snapshot: AccessSnapshot): UserRow {
  const roles = snapshot.rolesOf(user.roles).map(({ id, code, name }) => ({ id, code, name }))
  return Object.assign(user, { roles })
}
