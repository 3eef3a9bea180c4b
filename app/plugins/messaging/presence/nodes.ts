import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { StateStore } from '#kernel/state/main'
import { messagingConfig } from '../messaging_config.js'

const NODES = 'im:nodes'

/** Each node says regularly that it lives; what it said of its users counts as long as it does. */
@inject()
export class Nodes {
  readonly self = randomUUID()
  #timer: NodeJS.Timeout | null = null
  readonly #works: (() => Promise<void>)[] = []

  constructor(
    private readonly store: StateStore,
    private readonly logger: Logger
  ) {}

  async start(): Promise<void> {
    await this.beat()
    this.#timer ??= setInterval(
      () => void this.beat(),
      messagingConfig().beatSeconds * 1000
    ).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    await this.attempt(() => this.store.removeMember(NODES, this.self))
  }

  onBeat(work: () => Promise<void>): void {
    this.#works.push(work)
  }

  async beat(): Promise<void> {
    const lifeMs = messagingConfig().nodeSeconds * 1000
    await this.attempt(() => this.store.addMember(NODES, this.self, lifeMs))
    for (const work of this.#works) await this.attempt(work)
  }

  /** The nodes that live, and the sets of these keys, in one trip. @throws E_UNAVAILABLE */
  async read(keys: readonly string[]): Promise<{ living: Set<string>; sets: string[][] }> {
    const [nodes, ...sets] = await this.store.membersOfMany([NODES, ...keys])
    return { living: new Set(nodes), sets }
  }

  /** Without the shared store nobody is told, and nothing else suffers. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.logger.debug({ err: error }, 'the state of this node could not be shared')
    }
  }
}
