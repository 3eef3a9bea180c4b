import type {
  AckFrame,
  ConversationFrame,
  ErrorFrame,
  MessageFrame,
  ReadFrame,
  RecalledFrame,
  SentAck,
} from '../../../../../clients/messaging/src/frames.js'
import type { Chronicle } from '../chronicle.js'
import type { Device } from '../device/device.js'
import type { SyncAck } from '../device/inbox.js'
import type { Message } from '../model/conversation.js'
import type { World } from '../model/world.js'

/** The rule of contacts is kept for a minute by each node. */
const CONTACTS_KEPT_MS = 62_000
/** A frame may be on its way while somebody leaves. */
const ON_ITS_WAY_MS = 3_000

interface OnSocket {
  /** Conversation and number of what was told as recalled. */
  recalled: Set<string>
  /** Conversation and person → the last mark. */
  marks: Map<string, number>
  titles: Map<number, string>
  owners: Map<number, number>
}

/** Judges each frame as it comes: nobody hears what is not theirs, and nothing is taken back. */
export class Wire {
  readonly #sockets = new Map<Device, OnSocket>()

  constructor(
    private readonly world: World,
    private readonly chronicle: Chronicle
  ) {}

  heard(device: Device): OnSocket {
    const known = this.#sockets.get(device)
    if (known) return known
    const heard = {
      recalled: new Set<string>(),
      marks: new Map(),
      titles: new Map(),
      owners: new Map(),
    }
    this.#sockets.set(device, heard)
    return heard
  }

  lost(device: Device): void {
    this.#sockets.delete(device)
  }

  message(device: Device, told: MessageFrame['message']): void {
    this.chronicle.checked()
    const { conversationId, seq, clientMessageId, content, recalledAt } = told
    const what = `${clientMessageId} at ${conversationId}:${seq} to ${device.name}`
    const at = {
      people: [device.person, told.senderId!],
      conversation: conversationId,
    }
    const deviate = (kind: string) => this.chronicle.deviate(kind, what, at)
    const message = this.world.sent.get(clientMessageId)
    if (!message) return deviate('a message that nobody sent')

    if (message.state === 'unknown')
      this.world.stored(message, { ...told, messageId: told.id }, null)
    const { recalled } = this.heard(device)
    const place = `${conversationId} ${seq}`
    if (recalledAt === null && recalled.has(place)) deviate('content after its recall')
    if (recalledAt !== null) recalled.add(place)
    if (recalledAt !== null && message.recallAskedAt === Infinity) deviate('recalled by nobody')
    if ((recalledAt === null ? message.content : null) !== content) deviate('another content')
    if (message.state === 'refused') deviate('refused and stored')
    if (message.state === 'stored' && message.seq !== seq) deviate('two places of one message')
    if (!message.conversation.of(device.person).may(seq)) deviate('a message of others')
  }

  recalled(device: Device, { conversationId, seq }: RecalledFrame): void {
    this.chronicle.checked()
    this.heard(device).recalled.add(`${conversationId} ${seq}`)
    const conversation = this.world.byId.get(conversationId)
    const message = conversation?.messages.get(seq)
    if (!message) return
    const { kind } = conversation!
    const what = `${kind} ${conversationId}:${seq} to ${device.name}`
    const at = { people: [device.person, message.sender], conversation: conversationId }
    if (message.recallAskedAt === Infinity) this.chronicle.deviate('recalled by nobody', what, at)
    if (!conversation!.of(device.person).may(seq))
      this.chronicle.deviate('a recall of others', what, at)
  }

  read(device: Device, { conversationId, userId, seq }: ReadFrame): void {
    this.chronicle.checked()
    const { marks } = this.heard(device)
    const key = `${conversationId} ${userId}`
    const before = marks.get(key) ?? 0
    marks.set(key, Math.max(before, seq))
    const what = `of ${userId} in ${conversationId} at ${seq}, before ${before}, to ${device.name}`
    const at = { people: [device.person, userId], conversation: conversationId }
    if (seq < before) this.chronicle.deviate('a mark that falls', what, at)
    const conversation = this.world.byId.get(conversationId)
    if (!conversation) return
    const [reader, hearer] = [conversation.of(userId), conversation.of(device.person)]
    if (!reader.changing && seq > reader.ceiling)
      this.chronicle.deviate(
        'a mark beyond what was read',
        `${what}, not beyond ${reader.ceiling}`,
        at
      )
    const isIn = hearer.present || hearer.changing
    if (!isIn && hearer.exitedAt < performance.now() - ON_ITS_WAY_MS)
      this.chronicle.deviate('a mark of others', what, at)
  }

  conversation(device: Device, frame: ConversationFrame): void {
    const { titles, owners } = this.heard(device)
    if (frame.change === 'renamed') titles.set(frame.conversationId, frame.title!)
    if (frame.change === 'owner') owners.set(frame.conversationId, frame.ownerId!)
    if (!frame.userIds?.includes(device.person)) return
    // Of what changes meanwhile nobody tells who is out.
    titles.delete(frame.conversationId)
    owners.delete(frame.conversationId)
  }

  syncAnswered(device: Device, { anew }: SyncAck): void {
    this.chronicle.counts.syncs += 1
    if (anew.length > 0)
      this.chronicle.deviate('numbers begin anew', `${device.name}: ${JSON.stringify(anew)}`, {
        people: [device.person],
        conversation: anew[0]!.id,
      })
  }

  sendAnswered(device: Device, message: Message, frame: AckFrame | ErrorFrame): void {
    this.chronicle.checked()
    const { conversation, clientMessageId, sender, state } = message
    const what = `${clientMessageId} of ${sender} in ${conversation}: ${JSON.stringify(frame)}`
    const at = { people: [...conversation.memberships.keys()], conversation: conversation.id }
    if (state === 'stored') {
      const { seq, messageId } = frame as Partial<SentAck>
      if (seq !== message.seq || messageId !== message.id)
        this.chronicle.deviate('two places of one message', what, at)
      return
    }
    if (frame.type === 'error') return this.#refused(message, what)
    this.chronicle.counts.messages += 1
    if (conversation.messages.has(frame.seq as number))
      this.chronicle.deviate('two messages at one place', what, at)
    this.world.stored(message, frame as AckFrame & SentAck, device)
    if (!conversation.of(sender).may(frame.seq as number))
      this.chronicle.deviate('written by somebody who is no member', what, at)
  }

  #refused(message: Message, what: string): void {
    const { conversation, sender, sentAt } = message
    this.chronicle.act(`refused: ${what}`, { people: [sender], conversation: conversation.id })
    const membership = conversation.of(sender)
    const wasIn =
      membership.settled && membership.joined.to < sentAt && membership.exitedAt < sentAt
    this.world.refused(message)
    const isWrong = conversation.kind === 'direct' ? !this.#mayBeAway(message) : wasIn
    if (!isWrong) return
    const at = { people: [...conversation.memberships.keys()], conversation: conversation.id }
    this.chronicle.deviate('refused', what, at)
  }

  #mayBeAway({ conversation }: Message): boolean {
    const since = performance.now() - CONTACTS_KEPT_MS
    return [...conversation.memberships.keys()].some(
      (person) => (this.world.awaySince.get(person) ?? -Infinity) > since
    )
  }
}
