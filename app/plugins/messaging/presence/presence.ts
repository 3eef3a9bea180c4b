import { inject } from '@adonisjs/core'
import { Bus, clock, StateStore } from '#kernel/state/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import type { Connection } from '../sockets/connection.js'
import { Connections } from '../sockets/connections.js'
import { Contacts } from '../rosters/contacts.js'
import { Nodes } from './nodes.js'

export interface UserPresence {
  userId: number
  online: boolean
  /** `null` while online, and when it is not known. */
  lastSeen: string | null
}

/** One session that has sockets on some node. */
export interface OnlineSession {
  userId: number
  sessionId: number
  since: number
}

const CHANGED = 'messaging.presence'
const SESSIONS = 'im:sessions'
const SEEN_MS = 30 * 86_400_000
/** What a node said counts for a day; it says it again each hour. */
const ENTRY_MS = 86_400_000
const AGAIN_MS = 3_600_000
const READ_AT_ONCE = 200

/** Who is online on any node, in the shared store alone. */
@inject()
export class Presence {
  /** What becomes of one user is written in order. */
  readonly #ofUser = new KeyedSemaphore({ limit: Infinity, limitPerKey: 1 })
  /** Sessions of this node → how they stand in the shared list. */
  readonly #listed = new Map<number, string>()
  #saidAtMs = clock.elapsed()

  constructor(
    private readonly store: StateStore,
    private readonly bus: Bus,
    private readonly connections: Connections,
    private readonly contacts: Contacts,
    private readonly nodes: Nodes
  ) {}

  async start(): Promise<void> {
    await this.bus.subscribe(CHANGED, (payload) => this.#look([payload as number]))
    this.bus.onRestored(() => this.#sayAll())
    this.nodes.onBeat(() => this.beat())
  }

  /** A node that died tells nobody: each looks again at those whom its sockets watch. */
  async beat(): Promise<void> {
    if (Math.abs(clock.elapsed() - this.#saidAtMs) >= AGAIN_MS) await this.#sayAll()
    const watched = new Set(
      [...this.connections.all()].flatMap(({ watched: of }) => [...of.keys()])
    )
    await this.#look([...watched])
  }

  opened(connection: Connection): void {
    const { operator, admission } = connection
    const isFirst = this.connections.ofUser(operator.id).size === 1
    const isNew = !this.#listed.has(admission!.sessionId)
    const entry = this.#entryOf(connection)
    if (isNew) this.#listed.set(admission!.sessionId, entry)
    this.#inOrder(operator.id, async () => {
      if (isNew) await this.store.addMember(SESSIONS, entry, ENTRY_MS)
      if (!isFirst) return
      await this.store.addMember(homeKey(operator.id), this.nodes.self, ENTRY_MS)
      await this.#changed(operator.id)
    })
  }

  closed({ operator, admission }: Connection): void {
    const { sessionId } = admission!
    const entry = this.#listed.get(sessionId)
    const isOver = this.connections.ofSession(sessionId).size === 0
    if (isOver) this.#listed.delete(sessionId)
    this.#inOrder(operator.id, async () => {
      if (isOver && entry) await this.store.removeMember(SESSIONS, entry)
      if (this.connections.isOnline(operator.id)) return
      await this.store.removeMember(homeKey(operator.id), this.nodes.self)
      await this.#changed(operator.id)
    })
  }

  /** In two trips, whatever their number. @throws E_UNAVAILABLE while the shared store is lost */
  async of(userIds: readonly number[]): Promise<UserPresence[]> {
    const { living, sets: homes } = await this.nodes.read(userIds.map(homeKey))
    const away = userIds.filter((_, index) => !homes[index]!.some((node) => living.has(node)))
    const seen = await this.store.getMany(away.map(seenKey))
    const lastSeen = new Map(away.map((userId, index) => [userId, seen[index] ?? null]))
    return userIds.map((userId) => ({
      userId,
      online: !lastSeen.has(userId),
      lastSeen: lastSeen.get(userId) ?? null,
    }))
  }

  /** Sessions with sockets on living nodes, the longest first. @throws E_UNAVAILABLE */
  async sessions(): Promise<OnlineSession[]> {
    const { living, sets } = await this.nodes.read([SESSIONS])
    return sets[0]!
      .map((member) => member.split(' '))
      .filter(([node]) => living.has(node!))
      .map(([, userId, sessionId, since]) => ({
        userId: Number(userId),
        sessionId: Number(sessionId),
        since: Number(since),
      }))
      .sort((a, b) => a.since - b.since || a.sessionId - b.sessionId)
  }

  /** @throws E_UNAVAILABLE */
  async forget(userId: number): Promise<void> {
    await this.store.delete(seenKey(userId))
  }

  /** Resolves once what is being written is written. */
  async stop(): Promise<void> {
    for (const userId of this.connections.users())
      await this.#ofUser.run(String(userId), async () => undefined)
  }

  async #changed(userId: number): Promise<void> {
    await this.store.set(seenKey(userId), clock.date().toISOString(), SEEN_MS)
    await this.bus.publish(CHANGED, userId)
  }

  /** Tells those who watch, where it is other than they were told last. */
  async #look(userIds: readonly number[]): Promise<void> {
    const watching = [...this.connections.all()].filter(({ watched }) =>
      userIds.some((userId) => watched.has(userId))
    )
    if (watching.length === 0) return
    for (let from = 0; from < userIds.length; from += READ_AT_ONCE) {
      const users = await this.of(userIds.slice(from, from + READ_AT_ONCE))
      for (const connection of watching) await this.#tell(connection, users)
    }
  }

  /** Whoever was a contact when the watching began need not be one now. */
  async #tell(connection: Connection, users: readonly UserPresence[]): Promise<void> {
    const { watched, operator } = connection
    const other = users.filter(
      ({ userId, online }) => watched.has(userId) && watched.get(userId) !== online
    )
    if (other.length === 0) return
    const ids = other.map(({ userId }) => userId)
    const visible = await this.contacts.visible(operator.id, ids)
    const told = other.filter(({ userId }) => visible.has(userId))
    for (const { userId, online } of told) watched.set(userId, online)
    if (told.length > 0) connection.send({ type: 'presence', users: told })
  }

  async #sayAll(): Promise<void> {
    this.#saidAtMs = clock.elapsed()
    for (const entry of this.#listed.values())
      await this.nodes.attempt(() => this.store.addMember(SESSIONS, entry, ENTRY_MS))
    for (const userId of [...this.connections.users()])
      this.#inOrder(userId, async () => {
        await this.store.addMember(homeKey(userId), this.nodes.self, ENTRY_MS)
      })
  }

  #entryOf({ operator, admission, openedAtMs }: Connection): string {
    return `${this.nodes.self} ${operator.id} ${admission!.sessionId} ${openedAtMs}`
  }

  #inOrder(userId: number, work: () => Promise<void>): void {
    void this.#ofUser.run(String(userId), () => this.nodes.attempt(work))
  }
}

const homeKey = (userId: number) => `im:online:${userId}`
const seenKey = (userId: number) => `im:seen:${userId}`
