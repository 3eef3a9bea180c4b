import { Conversation, type Message } from './conversation.js'

let made = 0

/** `openedAt`: on the rig's clock. */
type Socket = Record<'node' | 'openedAt', number>

/** All that was said and by whom, and who may see it. */
export class World {
  readonly groups: Conversation[] = []
  readonly byId = new Map<number, Conversation>()
  readonly sent = new Map<string, Message>()
  /** In the order in which they were acknowledged. */
  readonly recalls: Message[] = []
  /** People who may not be written to, or until a moment ago: person → when that changed. */
  readonly awaySince = new Map<number, number>()
  readonly #directs = new Map<string, Conversation>()
  readonly #diedAt = new Map<number, number>()

  get conversations(): Conversation[] {
    return [...this.byId.values()]
  }

  direct(one: number, other: number): Conversation {
    const key = [one, other].sort((a, b) => a - b).join(':')
    const known = this.#directs.get(key)
    if (known) return known
    const conversation = new Conversation('direct', null)
    for (const person of [one, other]) {
      conversation.of(person).enter(0)
      conversation.of(person).entered()
    }
    this.#directs.set(key, conversation)
    return conversation
  }

  founded(id: number, group: Conversation): void {
    group.id = id
    this.groups.push(group)
    this.byId.set(id, group)
  }

  draft(conversation: Conversation, sender: number, filler: string): Message {
    const clientMessageId = `oracle-${++made}`
    const message: Message = {
      ...{ conversation, sender, clientMessageId, content: `${clientMessageId} ${filler}` },
      ...{ state: 'pending', attempts: 0, seq: 0, id: 0, createdAt: '', sentAt: performance.now() },
      ...{ storedAt: Infinity, recallAskedAt: Infinity, recalledAt: Infinity },
    }
    conversation.inFlight += 1
    conversation.of(sender).inFlight += 1
    this.sent.set(clientMessageId, message)
    return message
  }

  /** @param from the socket that brought the acknowledgement; `null` where it was learnt in another way */
  stored(
    message: Message,
    ack: { seq: number; messageId: number; createdAt: string; conversationId: number },
    from: Socket | null
  ) {
    const { conversation, sender } = message
    const { seq, messageId: id, createdAt } = ack
    if (conversation.id === null) {
      conversation.id = ack.conversationId
      this.byId.set(ack.conversationId, conversation)
    }
    Object.assign(message, { state: 'stored', seq, id, createdAt, storedAt: performance.now() })
    conversation.of(sender).sent(seq, from && this.#isAlive(from) ? from.node : null)
    conversation.store(message)
    this.#answered(message)
  }

  refused(message: Message): void {
    if (message.attempts > 1) return void (message.state = 'unknown')
    message.state = 'refused'
    this.#answered(message)
  }

  recalled(message: Message): void {
    if (message.recalledAt < Infinity) return
    message.recalledAt = performance.now()
    this.recalls.push(message)
  }

  nodeDied(node: number): void {
    this.#diedAt.set(node, performance.now())
    for (const { memberships } of this.byId.values())
      for (const membership of memberships.values()) membership.nodeDied(node)
  }

  /** What came before a node died is read after it where a device had stopped to read. */
  #isAlive({ node, openedAt }: Socket): boolean {
    return openedAt > (this.#diedAt.get(node) ?? -Infinity)
  }

  #answered({ conversation, sender }: Message): void {
    conversation.inFlight -= 1
    conversation.of(sender).inFlight -= 1
  }
}
