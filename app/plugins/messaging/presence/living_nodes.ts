import { randomUUID } from 'node:crypto'
import type { Logger } from '@adonisjs/core/logger'
import type { StateStore } from '#kernel/state/main'
import type { MessagingConfig } from '../messaging_config.js'

const NODES = 'im:nodes'
/** So often in its life a node says that it lives. */
const SAID_IN_LIFE = 3

/** A node says that it lives; what it said of its sockets counts only as long as it does. */
export class LivingNodes {
  readonly self = randomUUID()
  #timer: NodeJS.Timeout | null = null
  readonly #works: (() => Promise<void>)[] = []

  constructor(
    private readonly store: StateStore,
    private readonly logger: Logger,
    private readonly config: Pick<MessagingConfig, 'nodeSeconds'>
  ) {}

  get #lifeMs(): number {
    return this.config.nodeSeconds * 1000
  }

  async start(): Promise<void> {
    await this.live()
    this.#timer ??= setInterval(() => void this.beat(), this.#lifeMs / SAID_IN_LIFE).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    await this.attempt(() => this.store.removeMember(NODES, this.self))
  }

  /** Runs with each sign of life. */
  onBeat(work: () => Promise<void>): void {
    this.#works.push(work)
  }

  async beat(): Promise<void> {
    await this.live()
    for (const work of this.#works) await this.attempt(work)
  }

  /** Says that this node is there. */
  async live(): Promise<void> {
    await this.attempt(() => this.store.addMember(NODES, this.self, this.#lifeMs))
  }

  /** The nodes that live, and the sets of these keys, in one trip; @throws E_UNAVAILABLE */
  async read(keys: readonly string[]): Promise<{ living: Set<string>; sets: string[][] }> {
    const [nodes, ...sets] = await this.store.membersOfMany([NODES, ...keys])
    return { living: new Set(nodes), sets }
  }

  /** Without the shared state nobody is told, and nothing else suffers. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.logger.debug({ err: error }, 'what is true of this node could not be shared')
    }
  }
}
