import { setTimeout } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/main'
import type { Roster } from '../rosters/roster.js'
import type { Rosters } from '../rosters/rosters.js'
import { messageFrame, type StoredMessage } from '../writing/stored_message.js'
import type { FanOut } from './fan_out.js'
import type { FrameWriter, Writing } from './frame_writer.js'
import { Line } from './line.js'
import type { Sign } from './line_sign.js'
import type { MessageLog } from './message_log.js'
import type { Parcel } from './parcel.js'

const MOST_LINES = 50_000
/** How long a parcel waits for one before it that another node is still telling of. */
const GAP_MS = 50
/** Nothing older is missing when a conversation is first heard of: its sender would long have told. */
const RECENT_MS = 10_000
const RETRY_MS = 500
const MOST_WAITING = 1_000
const GAP_PAGE = 500

/**
 * Delivers each conversation's messages to this node's sockets in the order of `seq`, without gaps: parcels of
 * several nodes may overtake each other, and what never comes is read from the database. What else is told of a conversation comes
 * behind the messages that came before it.
 */
export class Delivery {
  readonly #lines = new Map<number, Line>()
  readonly #works = new Set<Promise<void>>()

  constructor(
    private readonly rosters: Rosters,
    private readonly log: MessageLog,
    private readonly fanOut: FanOut,
    private readonly writer: FrameWriter,
    private readonly logger: Pick<Logger, 'error'>
  ) {}

  offer(parcel: Parcel): void {
    const line = this.#lineOf(parcel.conversationId)
    if (parcel.seq <= line.delivered) return
    if (line.idle && this.writer.isFree && this.#deliverAtOnce(line, parcel)) return

    if (line.waitingCount < MOST_WAITING) line.wait(parcel)
    else line.waitBeyond(parcel)
    this.#workOn(line)
  }

  /** Resolves once it is written, behind what waits in the conversation. */
  tell(conversationId: number, writing: (roster: Roster) => Writing): Promise<void> {
    const roster = this.rosters.peek(conversationId)
    const known = this.#lines.get(conversationId)
    if (roster && (!known || known.idle)) return this.writer.write(writing(roster))
    const line = known ?? this.#lineOf(conversationId)
    const { promise, resolve: done } = Promise.withResolvers<void>()
    line.waitBehind({ writing, done })
    this.#workOn(line)
    return promise
  }

  /** Resolves once all that was offered and told before is written. */
  async over(): Promise<void> {
    await Promise.all(this.#works)
    await this.writer.write([])
  }

  #deliverAtOnce(line: Line, parcel: Parcel): boolean {
    const isNext = parcel.seq === line.delivered + 1
    const roster = isNext && this.rosters.peek(parcel.conversationId, parcel.memberVersion)
    if (!roster) return false
    void this.writer.write(this.fanOut.deliver(parcel, roster))
    line.done(parcel)
    return true
  }

  #workOn(line: Line): void {
    if (line.busy) return
    const work = this.#work(line).finally(() => this.#works.delete(work))
    this.#works.add(work)
  }

  async #work(line: Line): Promise<void> {
    line.busy = true
    while (!line.isEmpty) {
      try {
        await this.#goOn(line)
      } catch (error) {
        this.logger.error(
          { err: error, conversationId: line.conversationId },
          'delivering was given up; clients catch up by sync'
        )
        line.clear()
      }
    }
    line.busy = false
  }

  async #goOn(line: Line): Promise<void> {
    const sign = line.takeSign()
    if (sign) return this.#tell(line, sign)
    const next = line.lowest()
    if (next) await this.#step(line, next)
  }

  async #tell({ conversationId }: Line, { writing, done }: Sign): Promise<void> {
    try {
      const roster = await this.#insist(() => this.rosters.get(conversationId))
      if (roster) await this.writer.write(writing(roster))
    } finally {
      done()
    }
  }

  async #step(line: Line, next: Parcel): Promise<void> {
    if (line.delivered === 0 && next.seq > 1) await this.#beginAt(line, next)
    if (next.seq === line.delivered + 1) return this.#deliver(line, next)

    const until = clock.elapsed() + GAP_MS
    while (line.missesBefore(next) && clock.elapsed() < until)
      await line.arrival(until - clock.elapsed())
    if (line.missesBefore(next)) await this.#fillGap(line, next)
  }

  /** The node hears of the conversation for the first time; the one before may have been overtaken. */
  async #beginAt(line: Line, first: Parcel): Promise<void> {
    const since = clock.now() - RECENT_MS
    const earlier = await this.#insist(() =>
      this.log.recentBefore(line.conversationId, first.seq, since)
    )
    for (const message of earlier) await this.#deliver(line, this.#parcelOf(message, first))
    line.delivered = first.seq - 1
  }

  async #fillGap(line: Line, upTo: Parcel): Promise<void> {
    const { conversationId, delivered: after } = line
    const last = Math.min(upTo.seq - 1, after + GAP_PAGE)
    const missing = await this.#insist(() => this.log.span({ conversationId, after, upTo: last }))
    for (const message of missing) await this.#deliver(line, this.#parcelOf(message, upTo))
    line.delivered = Math.max(line.delivered, last)
  }

  async #deliver(line: Line, parcel: Parcel): Promise<void> {
    const { conversationId, memberVersion } = parcel
    const roster = await this.#insist(() => this.rosters.get(conversationId, memberVersion))
    if (roster) await this.writer.write(this.fanOut.deliver(parcel, roster))
    line.done(parcel)
  }

  #parcelOf(message: StoredMessage, { memberVersion }: Parcel): Parcel {
    const { conversationId, seq } = message
    return { conversationId, seq, memberVersion, frame: messageFrame(message), origin: null }
  }

  /** The database may be away for a moment. */
  async #insist<T>(read: () => Promise<T>): Promise<T> {
    for (let left = 10; ; left--) {
      try {
        return await read()
      } catch (error) {
        if (left === 0) throw error
        await setTimeout(RETRY_MS)
      }
    }
  }

  #lineOf(conversationId: number): Line {
    const known = this.#lines.get(conversationId)
    if (known) return known
    const line = new Line(conversationId)
    this.#lines.set(conversationId, line)
    if (this.#lines.size > MOST_LINES) this.#dropEldest()
    return line
  }

  #dropEldest(): void {
    for (const [id, line] of this.#lines) {
      if (!line.idle) continue
      this.#lines.delete(id)
      return
    }
  }
}
