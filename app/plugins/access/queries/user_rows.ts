import { E_NOT_FOUND } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import type { AccessBook } from '../book/access_book.js'
import type { HoldingsBook } from '../book/holdings_book.js'
import type { World } from '../book/world.js'
import type { UserColumns, UserRow } from '../transformers/user_transformer.js'
import { userListing } from './user_listing.js'

type UserExportQuery = Parameters<typeof userListing.stream>[0]
type UserQuery = Parameters<typeof userListing.page>[0]

/** Users as they are answered: within reach, with the names of their roles, which are known to this node. */
export class UserRows {
  constructor(
    private readonly book: AccessBook,
    private readonly holdings: HoldingsBook
  ) {}

  async page(query: UserQuery) {
    const page = await userListing.page(query)
    return { ...page, items: await this.#named(page.items) }
  }

  /** All of the list, in constant memory; the reach is that of whoever acts when this is called. */
  stream(query: UserExportQuery): AsyncGenerator<UserRow> {
    return this.#each(userListing.stream(query))
  }

  /** @throws E_NOT_FOUND for one who is not there or not within reach */
  async find(id: number): Promise<UserRow> {
    const user = await userListing.find(id)
    if (!user) throw new E_NOT_FOUND()
    const [row] = await this.#named([user])
    return row!
  }

  async *#each(users: AsyncIterable<UserColumns>): AsyncGenerator<UserRow> {
    const world = await this.book.current()
    for await (const user of users) yield withRoles(user, world)
  }

  /** By the roles that admitted the request, unless one was made since. */
  async #named(users: readonly UserColumns[]): Promise<UserRow[]> {
    const { world: admitted } = await this.holdings.asAdmitted(currentOperator())
    const known = users.every(({ roles }) => roles.every((id) => admitted.roles.has(id)))
    const world = known ? admitted : await this.book.current()
    return users.map((user) => withRoles(user, world))
  }
}

/** In place: listed rows are fresh, and a copy of each costs more than all else that is done here. */
function withRoles(user: UserColumns, world: World): UserRow {
  const roles = world.rolesOf(user.roles).map(({ id, code, name }) => ({ id, code, name }))
  return Object.assign(user, { roles })
}
