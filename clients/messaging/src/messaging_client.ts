import { CatchUp } from './catch_up.js'
import { Connection, type State } from './connection.js'
import { Emitter, type Listener } from './emitter.js'
import { Entrance } from './entrance.js'
import { ClosedError, DisconnectedError } from './errors.js'
import type {
  ClientFrame,
  ConversationFrame,
  Message,
  PresenceFrame,
  ReadFrame,
  ReadyFrame,
  RecalledFrame,
  ServerFrame,
  TypingFrame,
  Whereabouts,
} from './frames.js'
import { Inbox } from './inbox.js'
import type { Link } from './link.js'
import { withDefaults, type MessagingOptions } from './options.js'
import { Outbox } from './outbox.js'
import { isPromise } from './promises.js'
import { ReadMarks } from './read_marks.js'
import { Renewal } from './renewal.js'
import { sendFrame, type Draft, type Place } from './send_frame.js'

export interface MessagingEvents {
  state: State
  /** Once for every message, in order of `seq`; also one's own. A promise holds the next one back. */
  message: Message
  /** What the service says, alike. */
  notice: Message
  recalled: RecalledFrame
  read: ReadFrame
  typing: TypingFrame
  presence: Whereabouts[]
  conversation: ConversationFrame
  /** The session is over: log in and make a new client. */
  ended: string
  /** Something failed that nobody waits for: a callback, a token that could not be renewed. */
  error: unknown
}

/** Node.js has no such events. */
const browser = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

/**
 * Conversations with a Chancery service over one socket that is opened again whenever it is lost. Listen first, then
 * `connect`.
 */
export class MessagingClient {
  readonly #emitter = new Emitter<MessagingEvents>()
  readonly #inbox: Inbox
  readonly #outbox: Outbox
  readonly #catchUp: CatchUp
  readonly #readMarks = new ReadMarks((error) => this.#failed(error))
  readonly #renewal: Renewal
  readonly #connection: Connection
  #userId: number | null = null

  constructor(asked: MessagingOptions) {
    const options = withDefaults(asked)
    const entrance = new Entrance(options)
    this.#inbox = new Inbox({
      positions: options.positions,
      deliver: (message) => this.#deliver(message),
      recalled: (frame) => this.#emitter.emit('recalled', frame),
      failed: (error) => this.#failed(error),
      gap: (known) => this.#catchUp.soon(known),
    })
    this.#inbox.hold()
    this.#outbox = new Outbox(options.framesPerSecond)
    this.#catchUp = new CatchUp(this.#inbox, (error) => this.#failed(error))
    this.#renewal = new Renewal(entrance, (error) => this.#failed(error))
    this.#connection = new Connection({
      options,
      entrance,
      state: (state) => this.#emitter.emit('state', state),
      receive: (frame) => this.#receive(frame),
      opened: (...opened) => this.#opened(...opened),
      lost: () => this.#lost(),
      ended: (reason) => this.#ended(reason),
    })
    browser.addEventListener?.('online', this.#backOnline)
  }

  get state(): State {
    return this.#connection.state
  }

  /** `null` before the first socket has opened. */
  get userId(): number | null {
    return this.#userId
  }

  /** Messages that the service has not stored yet. */
  get pending(): number {
    return this.#outbox.size
  }

  /** Returns what ends the listening. */
  on<Name extends keyof MessagingEvents>(name: Name, listener: Listener<MessagingEvents[Name]>) {
    return this.#emitter.on(name, listener)
  }

  connect(): void {
    this.#inbox.tellFaults()
    this.#connection.connect()
  }

  /** Goes offline until `connect`; what is sent meanwhile waits. */
  disconnect(): void {
    this.#connection.disconnect()
  }

  /** For good. Messages that were not stored yet are refused. */
  close(): void {
    this.#connection.disconnect('closed')
    this.#release()
  }

  /**
   * Resolves once the service has stored it, however many sockets that takes.
   *
   * @throws MessagingError when it is refused, ClosedError when the client is closed before
   */
  async send(where: Place, draft: Draft): Promise<Message> {
    if (this.state === 'closed') throw new ClosedError()
    const frame = sendFrame(where, draft)
    const { messageId: id, conversationId, seq, createdAt } = await this.#outbox.send(frame)
    const { clientMessageId, contentType, content, replyTo = null, mentions = [] } = frame
    const message: Message = {
      ...{ id, conversationId, seq, clientMessageId, senderId: this.#userId },
      ...{ contentType, content, replyTo, mentions, createdAt, recalledAt: null },
    }
    this.#inbox.take(message)
    return message
  }

  sendText(where: Place, text: string): Promise<Message> {
    return this.send(where, { contentType: 'text', content: text })
  }

  /** @throws MessagingError, DisconnectedError */
  async recall(messageId: number): Promise<void> {
    await this.#ask({ type: 'recall', messageId })
  }

  /** Kept until the service knows it. */
  markRead(conversationId: number, seq: number): void {
    this.#readMarks.mark(conversationId, seq)
  }

  typing(conversationId: number): void {
    this.#connection.link?.tell({ type: 'typing', conversationId })
  }

  /** With `watch`, the event `presence` tells of changes, over this socket. @throws MessagingError, DisconnectedError */
  async presence(userIds: number[], watch = false): Promise<Whereabouts[]> {
    return (await this.#ask<PresenceFrame>({ type: 'presence', userIds, watch })).users
  }

  #ask<Answer>(frame: ClientFrame): Promise<Answer> {
    const { link } = this.#connection
    return link ? link.ask<Answer>(frame) : Promise.reject(new DisconnectedError())
  }

  async #opened(link: Link, { userId, serverTime }: ReadyFrame, token: string): Promise<void> {
    this.#userId = userId
    this.#renewal.start(link, token, serverTime)
    this.#outbox.connected(link)
    await this.#catchUp.connected(link)
    this.#readMarks.connected(link)
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'message' || frame.type === 'notice') this.#inbox.take(frame.message)
    else if (frame.type === 'recalled') this.#inbox.recall(frame)
    else if (frame.type === 'presence') {
      if (frame.id === undefined) this.#emitter.emit('presence', frame.users)
    } else if (frame.type === 'pong') this.#catchUp.heard(frame.serverTime)
    else if (frame.type === 'read' || frame.type === 'typing' || frame.type === 'conversation')
      this.#emitter.emit(frame.type, frame as never)
  }

  #deliver(message: Message): unknown {
    const name = message.contentType === 'notice' ? 'notice' : 'message'
    const waited = this.#emitter.emit(name, message).filter(isPromise)
    if (waited.length === 0) return undefined
    const failed = (error: unknown) => this.#failed(error)
    return Promise.all(waited.map((one) => Promise.resolve(one).catch(failed)))
  }

  #lost(): void {
    this.#renewal.stop()
    this.#outbox.disconnected()
    this.#catchUp.disconnected()
    this.#inbox.hold()
    this.#readMarks.disconnected()
  }

  #ended(reason: string): void {
    this.#release()
    this.#emitter.emit('ended', reason)
  }

  #release(): void {
    browser.removeEventListener?.('online', this.#backOnline)
    this.#outbox.close(new ClosedError())
  }

  #failed(error: unknown): void {
    if (!(error instanceof DisconnectedError)) this.#emitter.emit('error', error)
  }

  readonly #backOnline = () => {
    if (this.state === 'waiting') this.connect()
  }
}
