import type { Bus, StateStore } from '#kernel/state/main'
import type { MessagingConfig } from '../messaging_config.js'
import type { LivingNodes } from '../presence/living_nodes.js'
import { Turns } from '../presence/turns.js'
import { CLOSE } from './close_codes.js'
import type { Connection } from './connection.js'
import type { Connections } from './connections.js'

/** Sockets that give way, by how they stand in the shared list. */
interface Beyond {
  userId: number
  entries: string[]
}

const BEYOND = 'messaging.sockets.beyond'
/** Longer than an access token is good for, as a rule; a token renewed in band says it again. */
const DAY_MS = 86_400_000

/**
 * The sockets of each user over all living nodes. One that comes beyond the limit closes the eldest, wherever it is.
 * While the shared state is lost those of each node count alone.
 */
export class SocketsOfUsers {
  readonly #turns = new Turns()
  /** Those of this node that stand in the shared list. */
  readonly #listed = new Set<Connection>()

  constructor(
    private readonly store: StateStore,
    private readonly bus: Bus,
    private readonly connections: Connections,
    private readonly nodes: LivingNodes,
    private readonly config: MessagingConfig
  ) {}

  async start(): Promise<void> {
    await this.bus.subscribe(BEYOND, (payload) => this.#close(payload as Beyond))
    this.bus.onRestored(() => this.#sayAllAgain())
  }

  /** Resolves once what is being said is said. */
  async stop(): Promise<void> {
    await this.#turns.over()
  }

  came(connection: Connection): void {
    const userId = connection.operator.id
    this.#closeHere(userId)
    this.#inTurn(userId, async () => {
      await this.#say(connection)
      await this.#makeRoom(userId, this.#entryOf(connection))
    })
  }

  renewed(connection: Connection): void {
    this.#inTurn(connection.operator.id, () => this.#say(connection))
  }

  went(connection: Connection): void {
    this.#inTurn(connection.operator.id, () => this.#takeBack(connection))
  }

  async #say(connection: Connection): Promise<void> {
    const key = keyOf(connection.operator.id)
    await this.store.addMember(key, this.#entryOf(connection), DAY_MS)
    this.#listed.add(connection)
  }

  async #takeBack(connection: Connection): Promise<void> {
    if (!this.#listed.has(connection)) return
    const key = keyOf(connection.operator.id)
    await this.store.removeMember(key, this.#entryOf(connection))
    this.#listed.delete(connection)
  }

  /** @param come stays, whatever the clocks of other nodes say */
  async #makeRoom(userId: number, come?: string): Promise<void> {
    const { living, sets } = await this.nodes.read([keyOf(userId)])
    living.add(this.nodes.self)
    const present = sets[0]!.filter((entry) => living.has(nodeOf(entry)))
    const beyond = present.length - this.config.socketsPerUser
    if (beyond <= 0) return
    const others = present.filter((entry) => entry !== come).sort(byAge)
    const entries = others.slice(0, beyond)
    await this.bus.publish(BEYOND, { userId, entries } satisfies Beyond)
  }

  /** At once, and also without the shared state. */
  #closeHere(userId: number): void {
    const open = [...this.connections.ofUser(userId)].filter(({ closing }) => !closing)
    const beyond = open.length - this.config.socketsPerUser
    for (const eldest of open.slice(0, Math.max(0, beyond))) eldest.close(CLOSE.tooMany)
  }

  /** What stands in the list for this node and is not here any more is struck out. */
  #close({ userId, entries }: Beyond): void {
    const own = entries.filter((entry) => nodeOf(entry) === this.nodes.self)
    if (own.length === 0) return
    const here = new Map(
      [...this.connections.ofUser(userId)].map((one) => [this.#entryOf(one), one])
    )
    for (const entry of own) {
      const connection = here.get(entry)
      if (connection) connection.close(CLOSE.tooMany)
      else this.#inTurn(userId, () => this.store.removeMember(keyOf(userId), entry))
    }
  }

  /** The list may be lost, or have missed who went. */
  #sayAllAgain(): void {
    for (const connection of this.#listed)
      if (!this.connections.has(connection)) this.went(connection)
    for (const userId of [...this.connections.users()])
      this.#inTurn(userId, async () => {
        for (const connection of this.connections.ofUser(userId)) await this.#say(connection)
        await this.#makeRoom(userId)
      })
  }

  #inTurn(userId: number, work: () => Promise<void>): void {
    this.#turns.take(userId, () => this.nodes.attempt(work))
  }

  #entryOf({ openedAtMs, id }: Connection): string {
    return `${this.nodes.self} ${openedAtMs} ${id}`
  }
}

const keyOf = (userId: number) => `im:sockets:${userId}`
const nodeOf = (entry: string) => entry.split(' ')[0]!

function byAge(one: string, other: string): number {
  const [, at, id] = one.split(' ').map(Number)
  const [, otherAt, otherId] = other.split(' ').map(Number)
  return at! - otherAt! || id! - otherId!
}
