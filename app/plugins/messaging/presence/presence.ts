import { type Bus, clock, type StateStore } from '#kernel/state/main'
import type { FrameWriter, Writing } from '../delivery/frame_writer.js'
import type { Connection } from '../gateway/connection.js'
import type { Connections } from '../gateway/connections.js'
import type { MessagingConfig } from '../messaging_config.js'
import type { Contacts } from '../rosters/contact_rule.js'
import type { LivingNodes } from './living_nodes.js'
import { Turns } from './turns.js'

export interface Whereabouts {
  userId: number
  online: boolean
  /** `null` while online, and when it is not known. */
  lastSeen: string | null
}

/** One session that has sockets somewhere. */
export interface OnlineSession {
  userId: number
  sessionId: number
  since: number
}

const CHANGED = 'messaging.presence'
const SESSIONS = 'im:sessions'
const SEEN_MS = 30 * 86_400_000
/** So often in its life what was said is said again. */
const SAID_IN_LIFE = 24
/** Watchers of whom it is asked at a time whether they may know. */
const TOLD_AT_ONCE = 50

/** Who is online on any node, kept in the shared state alone; what a node said of its users counts while it lives. */
export class Presence {
  readonly #turns = new Turns()
  /** Sessions of this node → how they stand in the shared list. */
  readonly #listed = new Map<number, string>()
  #saidAtMs = clock.elapsed()

  constructor(
    private readonly store: StateStore,
    private readonly bus: Bus,
    private readonly connections: Connections,
    private readonly contacts: Contacts,
    private readonly nodes: LivingNodes,
    private readonly writer: FrameWriter,
    private readonly config: Pick<MessagingConfig, 'presenceSeconds'>
  ) {}

  async start(): Promise<void> {
    await this.bus.subscribe(CHANGED, (payload) => this.#show(payload as Whereabouts))
    this.bus.onRestored(() => this.#sayAllAgain())
    this.nodes.onBeat(() => this.tend())
  }

  get #lifeMs(): number {
    return this.config.presenceSeconds * 1000
  }

  /** Resolves once what is being said is said. */
  async stop(): Promise<void> {
    await this.#turns.over()
  }

  came(connection: Connection): void {
    const { operator, admission } = connection
    const { sessionId } = admission!
    const isFirst = this.#isOnlyOne(connection)
    const isNew = !this.#listed.has(sessionId)
    const entry = this.#entryOf(connection)
    if (isNew) this.#listed.set(sessionId, entry)
    this.#inTurn(operator.id, async () => {
      if (isNew) await this.store.addMember(SESSIONS, entry, this.#lifeMs)
      if (isFirst) await this.#appear(operator.id)
    })
  }

  went({ operator, admission }: Connection): void {
    const { sessionId } = admission!
    const entry = this.#listed.get(sessionId)
    const isOver = this.connections.ofSession(sessionId).size === 0
    if (isOver) this.#listed.delete(sessionId)
    this.#inTurn(operator.id, async () => {
      if (isOver && entry) await this.store.removeMember(SESSIONS, entry)
      if (!this.connections.isOnline(operator.id)) await this.#disappear(operator.id)
    })
  }

  /** The socket may speak for another session of the same user now. */
  renewed(connection: Connection, before: number): void {
    const { operator, admission } = connection
    const left = this.#listed.get(before)
    const isOver = this.connections.ofSession(before).size === 0
    if (isOver) this.#listed.delete(before)
    const entry = this.#listed.get(admission!.sessionId) ?? this.#entryOf(connection)
    this.#listed.set(admission!.sessionId, entry)
    this.#inTurn(operator.id, async () => {
      if (isOver && left) await this.store.removeMember(SESSIONS, left)
      await this.store.addMember(SESSIONS, entry, this.#lifeMs)
    })
  }

  /** What was said counts for a while: sockets may be open for longer. Also where the clock was set back. */
  async tend(): Promise<void> {
    const agoMs = clock.elapsed() - this.#saidAtMs
    if (agoMs >= 0 && agoMs < this.#lifeMs / SAID_IN_LIFE) return
    this.#saidAtMs = clock.elapsed()
    await this.#sayAllAgain()
  }

  /** This node was taken for dead. */
  async appearAgain(): Promise<void> {
    await this.#sayAllAgain()
    for (const userId of [...this.connections.users()])
      this.#inTurn(userId, () => this.#appear(userId))
  }

  /** Nodes that have said something of their users; @throws E_UNAVAILABLE */
  async nodesOfSessions(): Promise<ReadonlySet<string>> {
    return new Set((await this.store.members(SESSIONS)).map(nodeOf))
  }

  /** What nodes said that live no more is taken back, and watchers are told. */
  async takeBackOfDead(): Promise<void> {
    const { living, sets } = await this.nodes.read([SESSIONS])
    const dead = sets[0]!.filter((entry) => !living.has(nodeOf(entry)))
    for (const entry of dead) {
      const [node, userId] = entry.split(' ')
      await this.store.removeMember(SESSIONS, entry)
      await this.#disappear(Number(userId), node)
    }
  }

  /** In two trips, however many they are; @throws E_UNAVAILABLE while the shared state is lost */
  async of(userIds: readonly number[]): Promise<Whereabouts[]> {
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

  /** Sessions with sockets on living nodes, the longest first; @throws E_UNAVAILABLE */
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

  async #appear(userId: number): Promise<void> {
    await this.store.addMember(homeKey(userId), this.nodes.self, this.#lifeMs)
    await this.bus.publish(CHANGED, { userId, online: true, lastSeen: null } satisfies Whereabouts)
  }

  /** Whoever came to another node meanwhile was told of before this: once more, or they would seem away. */
  async #disappear(userId: number, node: string = this.nodes.self): Promise<void> {
    await this.store.removeMember(homeKey(userId), node)
    const [now] = await this.of([userId])
    if (now!.online) return
    const lastSeen = clock.date().toISOString()
    await this.store.set(seenKey(userId), lastSeen, SEEN_MS)
    await this.bus.publish(CHANGED, { userId, online: false, lastSeen } satisfies Whereabouts)
    const [since] = await this.of([userId])
    if (since!.online) await this.bus.publish(CHANGED, since)
  }

  /** What was said while the shared state was lost was not heard. */
  async #sayAllAgain(): Promise<void> {
    await this.nodes.live()
    for (const entry of this.#listed.values())
      await this.nodes.attempt(() => this.store.addMember(SESSIONS, entry, this.#lifeMs))
    for (const userId of [...this.connections.users()])
      this.#inTurn(userId, async () => {
        await this.store.addMember(homeKey(userId), this.nodes.self, this.#lifeMs)
      })
  }

  #show(whereabouts: Whereabouts): void {
    const watching = [...this.connections.all()].filter(({ watched }) =>
      watched?.has(whereabouts.userId)
    )
    if (watching.length > 0)
      this.#inTurn(whereabouts.userId, () => this.#tell(watching, whereabouts))
  }

  async #tell(watching: readonly Connection[], whereabouts: Whereabouts): Promise<void> {
    for (let from = 0; from < watching.length; from += TOLD_AT_ONCE) {
      const some = watching.slice(from, from + TOLD_AT_ONCE)
      const allowed = await this.#allowed(some, whereabouts)
      await this.writer.write(writingTo(allowed, whereabouts))
    }
  }

  /** Whoever was a contact when the watching began need not be one now. */
  async #allowed(watching: readonly Connection[], { userId }: Whereabouts): Promise<Connection[]> {
    const allowed: Connection[] = []
    for (const connection of watching) {
      const visible = await this.contacts.visible(connection.operator.id, [userId])
      if (visible.has(userId)) allowed.push(connection)
    }
    return allowed
  }

  /** Sockets that are told to leave, and may take their time, are nobody's presence any more. */
  #isOnlyOne(connection: Connection): boolean {
    const all = [...this.connections.ofUser(connection.operator.id)]
    return all.every((other) => other === connection || !other.open)
  }

  #entryOf({ operator, admission, openedAtMs }: Connection): string {
    return `${this.nodes.self} ${operator.id} ${admission!.sessionId} ${openedAtMs}`
  }

  /** Comings and goings of one user must not overtake each other. */
  #inTurn(userId: number, work: () => Promise<void>): void {
    this.#turns.take(userId, () => this.nodes.attempt(work))
  }
}

function* writingTo(connections: readonly Connection[], whereabouts: Whereabouts): Writing {
  for (const connection of connections) {
    connection.toldMeanwhile?.set(whereabouts.userId, whereabouts)
    yield connection.send({ type: 'presence', users: [whereabouts] })
  }
}

const nodeOf = (entry: string) => entry.split(' ')[0]!
const homeKey = (userId: number) => `im:online:${userId}`
const seenKey = (userId: number) => `im:seen:${userId}`
