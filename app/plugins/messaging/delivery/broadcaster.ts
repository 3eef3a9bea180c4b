import { randomUUID } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Bus } from '#kernel/state/main'
import type { Publication } from '../entries/publication.js'
import { Delivery } from './delivery.js'
import { FanOut, type Signal } from './fan_out.js'

const ENTRIES = 'messaging.entries'
const SIGNALS = 'messaging.signals'
const MOST_CHARACTERS = 256 * 1024

type Signalled = Partial<Omit<Signal, 'frame'>> & { frame: object }

/**
 * Sends entries and signals to all nodes. This node's own sockets get them at once, whether the other nodes can be reached
 * or not; what comes back from the bus is ignored.
 */
@inject()
export class Broadcaster {
  readonly #node = randomUUID()

  constructor(
    private readonly bus: Bus,
    private readonly delivery: Delivery,
    private readonly fanOut: FanOut
  ) {}

  async start(): Promise<void> {
    await this.#listen<Publication[]>(ENTRIES, (publications) => this.#deliver(publications))
    await this.#listen<Signal>(SIGNALS, (signal) => this.fanOut.signal(signal))
  }

  /** After the commit. */
  publish(publications: readonly Publication[]): void {
    this.#deliver(publications)
    for (const part of inParts(publications)) void this.#publish(ENTRIES, part)
  }

  /** Resolves once the sockets of this node have it: whoever signals more than sockets take waits. */
  async signal({ conversationId = null, users = null, except = null, frame }: Signalled) {
    const signal: Signal = { conversationId, users, except, frame: JSON.stringify(frame) }
    void this.#publish(SIGNALS, signal)
    await this.fanOut.signal(signal)
  }

  #deliver(publications: readonly Publication[]): void {
    for (const publication of publications) this.delivery.offer(publication)
  }

  #publish(channel: string, body: unknown): Promise<void> {
    return this.bus.publish(channel, { node: this.#node, body })
  }

  async #listen<Body>(channel: string, work: (body: Body) => unknown): Promise<void> {
    await this.bus.subscribe(channel, (payload) => {
      const { node, body } = payload as { node: string; body: Body }
      if (node !== this.#node) return work(body) as Promise<void>
    })
  }
}

/** What is published at once stays far below what Redis buffers for a slow subscriber. */
function inParts(publications: readonly Publication[]): Publication[][] {
  const parts: Publication[][] = []
  let size = Infinity
  for (const publication of publications) {
    if (size > MOST_CHARACTERS) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(publication)
    size += publication.json.length
  }
  return parts
}
