import type { Conversation } from './conversation.js'
import { OPEN, Stay } from './stay.js'

/** A send raises the mark with what is written a moment later, and a node that dies takes it along. */
const WRITTEN_MS = 4_000

interface SentMark {
  seq: number
  at: number
  node: number
}

/** What one person is, was, sees and has read in a conversation. */
export class Membership {
  stays: Stay[] = []
  /** Of the present stay, on the rig's clock: it began between the two. */
  joined = { from: 0, to: 0 }
  /** Somebody is coming in or going out. */
  changing = false
  /** When the last going out began. */
  exitedAt = -Infinity
  muted: boolean | null = false
  /** Messages of theirs that are not answered yet. */
  inFlight = 0
  /** When a mark was last asked for, and the one that the answer told. */
  readAt = -Infinity
  told = 0
  #floor = 0
  #ceiling = 0
  #sent: SentMark[] = []

  constructor(private readonly conversation: Conversation) {}

  get present(): boolean {
    return this.stays.at(-1)?.upTo.most === Infinity
  }

  /** For certain, and nobody is about to change it. */
  get settled(): boolean {
    return this.present && !this.changing
  }

  must(seq: number): boolean {
    return this.stays.some((stay) => stay.must(seq))
  }

  may(seq: number): boolean {
    return this.stays.some((stay) => stay.may(seq))
  }

  /** @param seesFrom 0 where they are there from the beginning */
  enter(seesFrom: number | null = null): void {
    const { least } = this.conversation
    const isFounding = seesFrom !== null
    this.joined = { from: performance.now(), to: Infinity }
    this.stays.push(new Stay({ least: seesFrom ?? least, most: isFounding ? seesFrom : Infinity }))
    if (this.stays.length === 1) this.#floor = seesFrom ?? least
    this.changing = true
  }

  entered(): void {
    const { after } = this.stays.at(-1)!
    after.most = Math.min(after.most, this.conversation.most)
    this.joined.to = performance.now()
    if (this.stays.length === 1) this.#ceiling = Math.max(this.#ceiling, after.most)
    this.changing = false
  }

  exit(): void {
    const stay = this.stays.at(-1)!
    stay.upTo.least = this.conversation.least
    this.exitedAt = performance.now()
    this.changing = true
  }

  exited(): void {
    this.stays.at(-1)!.upTo.most = this.conversation.most
    this.changing = false
  }

  /** It did not come to be. */
  stayed(): void {
    Object.assign(this.stays.at(-1)!.upTo, OPEN)
    this.changing = false
  }

  /** Where the mark is at least. */
  get floor(): number {
    const old = this.#sent.filter(({ at }) => at < performance.now() - WRITTEN_MS)
    for (const { seq } of old) this.#floor = Math.max(this.#floor, seq)
    this.#sent = this.#sent.filter((one) => !old.includes(one))
    return this.#floor
  }

  /** Where it is at most. */
  get ceiling(): number {
    return this.inFlight > 0 ? Infinity : this.#ceiling
  }

  /** Resolves to when. */
  asked(seq: number): number {
    this.told = 0
    this.readAt = performance.now()
    this.#ceiling = Math.max(this.#ceiling, seq)
    return this.readAt
  }

  marked(seq: number, askedAt: number): void {
    if (askedAt === this.readAt) this.told = seq
    this.#floor = Math.max(this.#floor, seq)
  }

  /** @param node that will write the mark; `null` where that is not certain */
  sent(seq: number, node: number | null): void {
    this.#ceiling = Math.max(this.#ceiling, seq)
    if (node !== null) this.#sent.push({ seq, at: performance.now(), node })
  }

  nodeDied(node: number): void {
    this.#sent = this.#sent.filter((one) => one.node !== node)
  }
}
