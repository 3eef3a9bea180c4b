import type { StateStore } from '#kernel/state/main'
import type { LivingNodes } from './living_nodes.js'
import type { Presence } from './presence.js'

/** Until then whoever found a node dead has told of it, or is dead as well. */
const BURIED_MS = 600_000

/**
 * Notices with each sign of life that another node gives none any more. It counts as dead when it is missing twice: after a loss
 * of what nodes share they do not all say at once that they live.
 */
export class DeadNodes {
  #living: ReadonlySet<string> | null = null
  #missing: ReadonlySet<string> = new Set()

  constructor(
    private readonly store: StateStore,
    private readonly nodes: LivingNodes,
    private readonly presence: Presence
  ) {}

  start(): void {
    this.nodes.onBeat(() => this.look())
  }

  /** @throws E_UNAVAILABLE */
  async look(): Promise<void> {
    if ((await this.store.take(keyOf(this.nodes.self))) !== null) await this.presence.appearAgain()
    const { living } = await this.nodes.read([])
    const dead = this.#missing.difference(living)
    this.#missing = (this.#living ?? (await this.presence.nodesOfSessions())).difference(living)
    this.#living = living
    let isMine = false
    for (const node of dead)
      if (await this.store.add(keyOf(node), this.nodes.self, BURIED_MS)) isMine = true
    if (isMine) await this.presence.takeBackOfDead()
  }
}

const keyOf = (node: string) => `im:buried:${node}`
