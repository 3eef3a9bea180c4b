import { randomUUID } from 'node:crypto'
import type { Bus } from '#kernel/state/main'
import type { Rosters } from '../rosters/rosters.js'
import { messageFrame } from '../writing/stored_message.js'
import type { Written } from '../writing/message_writer.js'
import type { CatchUp } from './catch_up.js'
import type { Delivery } from './delivery.js'
import type { FanOut } from './fan_out.js'
import type { FrameWriter } from './frame_writer.js'
import type { Parcel } from './parcel.js'

const MESSAGES = 'messaging.messages'
const SIGNS = 'messaging.signs'
const MEMBERS = 'messaging.members'
const MOST_CHARACTERS = 256 * 1024
const OWED = 'messaging.owed'

type Sent = [conversationId: number, seq: number, version: number, frame: string]

/** Something that is told but not kept: who reads, who types, what was recalled. */
export interface Sign {
  /** Its present members are told; without one, only `users`. */
  conversationId: number | null
  users: readonly number[] | null
  except: number | null
  frame: string
}

/**
 * Tells all nodes. This node's own sockets are served at once, whether the others can be reached or not; what comes
 * back from the bus is left alone.
 */
export class PostOffice {
  readonly #node = randomUUID()
  /** Other nodes were not told of what was stored after this id. */
  #owedAfter: number | null = null

  constructor(
    private readonly bus: Bus,
    private readonly delivery: Delivery,
    private readonly fanOut: FanOut,
    private readonly writer: FrameWriter,
    private readonly rosters: Rosters,
    private readonly catchUp: CatchUp
  ) {}

  async start(): Promise<void> {
    await this.#listen<Sent[]>(MESSAGES, (sent) => sent.forEach((one) => this.#receive(one)))
    await this.#listen<Sign>(SIGNS, (sign) => this.#show(sign))
    await this.#listen<[number, number]>(MEMBERS, ([id, version]) => {
      this.rosters.outdated(id, version)
    })
    await this.#listen<number>(OWED, (afterId) => this.catchUp.run(afterId))
    this.bus.onRestored(() => this.#settle())
  }

  post(written: readonly Written[]): void {
    const parcels = written.map(toParcel)
    for (const parcel of parcels) this.delivery.offer(parcel)
    void this.#publishAll(parcels).then(() => {
      if (!this.bus.connected) this.#owe(written)
    })
  }

  async tell(sign: Partial<Omit<Sign, 'frame'>> & { frame: object }): Promise<void> {
    const { conversationId = null, users = null, except = null } = sign
    const whole: Sign = { conversationId, users, except, frame: JSON.stringify(sign.frame) }
    await this.#show(whole)
    void this.#publish(SIGNS, whole)
  }

  /** After the commit of a change of members. */
  membersChanged(conversationId: number, version: number): void {
    this.rosters.outdated(conversationId, version)
    void this.#publish(MEMBERS, [conversationId, version])
  }

  #owe(written: readonly Written[]): void {
    const after = Math.min(...written.map(({ message }) => message.id)) - 1
    this.#owedAfter = Math.min(after, this.#owedAfter ?? after)
  }

  /** The others can be reached again, or this node can hear them: changes of members may have been missed. */
  async #settle(): Promise<void> {
    this.rosters.clear()
    const owedAfter = this.#owedAfter
    this.#owedAfter = null
    if (owedAfter !== null) await this.#publish(OWED, owedAfter)
    await this.catchUp.run()
  }

  #receive([conversationId, seq, memberVersion, frame]: Sent): void {
    this.delivery.offer({ conversationId, seq, memberVersion, frame, origin: null })
  }

  /** Resolves once it is written: whoever tells more than sockets take waits. */
  async #show({ conversationId, users, except, frame }: Sign): Promise<void> {
    if (conversationId === null) return this.writer.write(this.fanOut.tellUsers(frame, users ?? []))
    const only = users && new Set(users)
    await this.delivery.tell(conversationId, this.fanOut.telling({ frame, only, except }))
  }

  async #publishAll(parcels: readonly Parcel[]): Promise<void> {
    for (const part of inParts(parcels)) await this.#publish(MESSAGES, part.map(toSent))
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
function inParts(parcels: readonly Parcel[]): Parcel[][] {
  const parts: Parcel[][] = [[]]
  let size = 0
  for (const parcel of parcels) {
    if (size > MOST_CHARACTERS) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(parcel)
    size += parcel.frame.length
  }
  return parts
}

function toParcel({ message, memberVersion, origin }: Written): Parcel {
  const { conversationId, seq } = message
  return { conversationId, seq, memberVersion, frame: messageFrame(message), origin }
}

function toSent({ conversationId, seq, memberVersion, frame }: Parcel): Sent {
  return [conversationId, seq, memberVersion, frame]
}
