import type { Message } from '../model/conversation.js'
import type { AckFrame, ErrorFrame } from '../../../../../clients/messaging/src/frames.js'

const AGAIN_MS = 300

/** What a device sends, until it is answered. */
export class Outbox {
  readonly #pending = new Map<string, Message>()

  /** @param write `false` while there is no socket */
  constructor(private readonly write: (frame: object) => boolean) {}

  get size(): number {
    return this.#pending.size
  }

  send(message: Message): void {
    this.#pending.set(message.clientMessageId, message)
    this.#write(message)
  }

  sendAgain(): void {
    for (const message of this.#pending.values()) this.#write(message)
  }

  /** The message whose last word it is. */
  answered(frame: AckFrame | ErrorFrame): Message | undefined {
    const { id = '', type } = frame
    const message = this.#pending.get(id)
    const isFinal = type === 'ack' || isForGood(frame as ErrorFrame)
    if (message && !isFinal) setTimeout(() => this.#again(message), AGAIN_MS)
    if (!message || !isFinal) return undefined
    this.#pending.delete(id)
    return message
  }

  #write(message: Message): void {
    if (this.write(frameOf(message))) message.attempts += 1
  }

  #again(message: Message): void {
    if (this.#pending.has(message.clientMessageId)) this.#write(message)
  }
}

function isForGood({ code }: ErrorFrame): boolean {
  return code < 500 && code !== 429
}

function frameOf({ clientMessageId, conversation, content, sender }: Message): object {
  const other = [...conversation.memberships.keys()].find((one) => one !== sender)
  const where = conversation.kind === 'direct' ? { to: other } : { conversationId: conversation.id }
  const id = clientMessageId
  return { type: 'send', id, clientMessageId, contentType: 'text', content, ...where }
}
