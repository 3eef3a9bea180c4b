import { Membership } from './membership.js'

/** A message as it was sent. */
export interface Message {
  readonly conversation: Conversation
  readonly sender: number
  readonly clientMessageId: string
  readonly content: string
  /** `unknown`: a repeat was refused, and the first one may be under way. */
  state: 'pending' | 'stored' | 'refused' | 'unknown'
  /** Sockets it was sent over. */
  attempts: number
  seq: number
  id: number
  createdAt: string
  sentAt: number
  /** On the rig's clock; when the service had said so. */
  storedAt: number
  recallAskedAt: number
  recalledAt: number
}

/** What is true of one conversation, as far as its answers have told. */
export class Conversation {
  /** `null` until the first message of a direct one is stored. */
  id: number | null = null
  readonly messages = new Map<number, Message>()
  readonly memberships = new Map<number, Membership>()
  inFlight = 0
  /** Who may be its owner now. */
  owners = new Set<number>()
  changedAt = -Infinity
  #highest = 0

  constructor(
    readonly kind: 'group' | 'direct',
    public title: string | null
  ) {}

  /** The number of its last message is so high at least. */
  get least(): number {
    return this.#highest
  }

  /** And no higher: numbers have no gaps, and what is on its way may be stored. */
  get most(): number {
    return this.messages.size + this.inFlight
  }

  get owner(): number | undefined {
    return this.owners.size === 1 ? [...this.owners][0] : undefined
  }

  of(person: number): Membership {
    const known = this.memberships.get(person)
    if (known) return known
    const membership = new Membership(this)
    this.memberships.set(person, membership)
    return membership
  }

  /** Present for certain. */
  members(): number[] {
    return [...this.memberships].filter(([, { settled }]) => settled).map(([person]) => person)
  }

  store(message: Message): void {
    this.messages.set(message.seq, message)
    this.#highest = Math.max(this.#highest, message.seq)
  }

  toString(): string {
    return `${this.kind} ${this.id ?? 'to be'}`
  }
}
