import type { Connection } from './connection.js'

const NONE: ReadonlySet<Connection> = new Set()

/** The open sockets of this node, by user and by session. Those that have not said who they are count apart. */
export class Connections {
  readonly #all = new Set<Connection>()
  readonly #byUser = new Map<number, Set<Connection>>()
  readonly #bySession = new Map<number, Set<Connection>>()

  get size(): number {
    return this.#all.size
  }

  get userCount(): number {
    return this.#byUser.size
  }

  all(): IterableIterator<Connection> {
    return this.#all.values()
  }

  users(): IterableIterator<number> {
    return this.#byUser.keys()
  }

  isOnline(userId: number): boolean {
    return this.#byUser.has(userId)
  }

  ofUser(userId: number): ReadonlySet<Connection> {
    return this.#byUser.get(userId) ?? NONE
  }

  ofSession(sessionId: number): ReadonlySet<Connection> {
    return this.#bySession.get(sessionId) ?? NONE
  }

  add(connection: Connection): void {
    this.#all.add(connection)
  }

  /** Once it is known whose it is. */
  enlist(connection: Connection): void {
    const { operator, sessionId } = connection.admission!
    include(this.#byUser, operator.id, connection)
    include(this.#bySession, sessionId, connection)
  }

  remove(connection: Connection): void {
    this.#all.delete(connection)
    if (!connection.admission) return
    exclude(this.#byUser, connection.admission.operator.id, connection)
    exclude(this.#bySession, connection.admission.sessionId, connection)
  }
}

function include(index: Map<number, Set<Connection>>, key: number, connection: Connection): void {
  const present = index.get(key)
  if (present) present.add(connection)
  else index.set(key, new Set([connection]))
}

function exclude(index: Map<number, Set<Connection>>, key: number, connection: Connection): void {
  const present = index.get(key)
  if (present?.delete(connection) && present.size === 0) index.delete(key)
}
