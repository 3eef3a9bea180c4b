import { BackOff } from './back_off.js'
import { DisconnectedError, MessagingError } from './errors.js'
import type { EditedAck, EditFrame, SendFrame, SentAck } from './frames.js'
import type { Link } from './link.js'
import { Pace } from './pace.js'

/** Stored once, however often it is sent. */
export type OutgoingFrame = SendFrame | EditFrame
export type AckOf<Frame extends OutgoingFrame> = Frame extends SendFrame ? SentAck : EditedAck

interface Letter {
  readonly frame: OutgoingFrame
  /** In the order in which they were handed in, which is that in which they go, also again. */
  readonly no: number
  readonly resolve: (ack: never) => void
  readonly reject: (error: unknown) => void
  attempts: number
}

const MOST_UNDER_WAY = 32
const MOST_ATTEMPTS = 6

/**
 * Messages and edits until the service has stored them. What was under way when a socket was lost goes again over the next,
 * under the same `clientMessageId`, so it is stored once.
 */
export class Outbox {
  readonly #waiting: Letter[] = []
  readonly #underWay = new Set<Letter>()
  readonly #pace: Pace
  readonly #backOff = new BackOff({ firstMs: 500, longestMs: 10_000 })
  #handedIn = 0
  #link: Link | null = null
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(framesPerSecond: number) {
    this.#pace = new Pace(framesPerSecond)
  }

  get size(): number {
    return this.#waiting.length + this.#underWay.size
  }

  /** Resolves after the commit. @throws MessagingError when the service refuses it for good */
  send<Frame extends OutgoingFrame>(frame: Frame): Promise<AckOf<Frame>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ frame, no: ++this.#handedIn, resolve, reject, attempts: 0 })
      this.#pump()
    })
  }

  connected(link: Link): void {
    this.#link = link
    this.#putBack([...this.#underWay])
    this.#pump()
  }

  disconnected(): void {
    this.#link = null
  }

  close(error: Error): void {
    this.#stopWaiting()
    for (const { reject } of [...this.#underWay, ...this.#waiting]) reject(error)
    this.#waiting.length = 0
    this.#underWay.clear()
  }

  #pump(): void {
    this.#stopWaiting()
    while (this.#link && this.#waiting.length > 0 && this.#underWay.size < MOST_UNDER_WAY) {
      const waitMs = this.#pace.take()
      if (waitMs > 0) return this.#waitFor(waitMs)
      this.#dispatch(this.#waiting.shift()!, this.#link)
    }
  }

  #dispatch(letter: Letter, link: Link): void {
    this.#underWay.add(letter)
    link.ask<never>(letter.frame).then(
      (ack) => this.#settle(letter, () => letter.resolve(ack)),
      (error) => this.#failed(letter, error)
    )
  }

  #failed(letter: Letter, error: unknown): void {
    if (error instanceof DisconnectedError) return
    letter.attempts += 1
    const isPassing = error instanceof MessagingError && error.code >= 500
    if (!isPassing || letter.attempts >= MOST_ATTEMPTS)
      return this.#settle(letter, () => letter.reject(error))
    this.#putBack([letter])
    this.#waitFor(this.#backOff.next())
  }

  #putBack(letters: readonly Letter[]): void {
    for (const letter of letters) this.#underWay.delete(letter)
    this.#waiting.unshift(...letters)
    this.#waiting.sort((one, other) => one.no - other.no)
  }

  #settle(letter: Letter, tell: () => void): void {
    if (!this.#underWay.delete(letter)) return
    this.#backOff.reset()
    tell()
    if (!this.#timer) this.#pump()
  }

  #waitFor(ms: number): void {
    this.#stopWaiting()
    this.#timer = setTimeout(() => this.#pump(), ms)
  }

  #stopWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}
