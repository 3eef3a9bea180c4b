import { CatchUp } from './catch_up.js'
import { Connection, type State } from './connection.js'
import { Emitter, type Listener } from './emitter.js'
import { Entrance } from './entrance.js'
import { EpochWatch } from './epoch_watch.js'
import { ClosedError, DisconnectedError } from './errors.js'
import { eventOf, type MessagingEvents } from './events.js'
import type {
  ClientFrame,
  EditedAck,
  Entry,
  Message,
  MessagePlace,
  PresenceFrame,
  ReadyFrame,
  ServerFrame,
  UserPresence,
} from './frames.js'
import { Inbox } from './inbox.js'
import type { Link } from './link.js'
import { withDefaults, type MessagingOptions } from './options.js'
import { Outbox } from './outbox.js'
import { isPromise } from './promises.js'
import { ReadMarks } from './read_marks.js'
import { RecentChanges, type LaterChange } from './recent_changes.js'
import { Renewal } from './renewal.js'
import { editFrame, sendFrame, type Draft, type Place } from './send_frame.js'

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
  readonly #epochs: EpochWatch
  readonly #recentChanges = new RecentChanges()
  readonly #readMarks = new ReadMarks((error) => this.#failed(error))
  readonly #renewal: Renewal
  readonly #connection: Connection
  #userId: number | null = null
  #frameBytes = 64 * 1024

  constructor(asked: MessagingOptions) {
    const options = withDefaults(asked)
    const entrance = new Entrance(options)
    const { positions, mostMissed, reloadWithinMs } = options
    const failed = (error: unknown) => this.#failed(error)
    this.#inbox = new Inbox({
      positions,
      deliver: (entry) => this.#deliver(entry),
      reset: (conversationId, seq) => this.#emit('reset', { conversationId, seq }),
      gone: (conversationId) => this.#emit('gone', { conversationId }),
      failed,
      gap: () => this.#catchUp.soon(),
    })
    this.#outbox = new Outbox(options.framesPerSecond)
    this.#catchUp = new CatchUp({ inbox: this.#inbox, mostMissed, failed })
    this.#epochs = new EpochWatch({
      positions,
      reloadWithinMs,
      forget: () => this.#forget(),
      reload: (epoch) => this.#emitter.emit('epoch', epoch),
      failed,
    })
    this.#renewal = new Renewal(entrance, failed)
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

  /** Messages and edits that the service has not stored yet. */
  get pending(): number {
    return this.#outbox.size
  }

  /** Returns what ends the listening. */
  on<Name extends keyof MessagingEvents>(name: Name, listener: Listener<MessagingEvents[Name]>) {
    return this.#emitter.on(name, listener)
  }

  connect(): void {
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
    const frame = sendFrame(where, draft, this.#frameBytes)
    const { messageId: id, conversationId, seq, createdAt } = await this.#outbox.send(frame)
    const { type: _, to: __, ...said } = frame
    return { ...said, id, conversationId, seq, createdAt, kind: 'message', actorId: this.#userId }
  }

  sendText(where: Place, text: string): Promise<Message> {
    return this.send(where, { contentType: 'text', content: { text } })
  }

  /**
   * Changes what one's own message says; resolves like `send`.
   *
   * @throws MessagingError, ClosedError
   */
  async edit(place: MessagePlace, content: unknown): Promise<EditedAck> {
    if (this.state === 'closed') throw new ClosedError()
    return this.#outbox.send(editFrame(place, content, this.#frameBytes))
  }

  /** @throws MessagingError, DisconnectedError */
  async recall({ conversationId, seq }: MessagePlace): Promise<void> {
    await this.#ask({ type: 'recall', conversationId, seq })
  }

  /** @param on whether the reaction is there from now on @throws MessagingError, DisconnectedError */
  async react({ conversationId, seq }: MessagePlace, reaction: string, on = true): Promise<void> {
    await this.#ask({ type: 'react', conversationId, seq, reaction, on })
  }

  /** For everybody. @throws MessagingError, DisconnectedError */
  async pin({ conversationId, seq }: MessagePlace, on = true): Promise<void> {
    await this.#ask({ type: 'pin', conversationId, seq, on })
  }

  /**
   * What came within the last minute and is newer than an answer over HTTP: apply it to the answer.
   *
   * @param asOf as the answer says
   */
  changesAfter(conversationId: number, asOf: number): LaterChange[] {
    return this.#recentChanges.after(conversationId, asOf)
  }

  /** Kept until the service knows it. */
  markRead(conversationId: number, seq: number): void {
    this.#readMarks.mark(conversationId, seq)
  }

  typing(conversationId: number): void {
    this.#connection.link?.tell({ type: 'typing', conversationId })
  }

  /** With `watch`, the event `presence` tells of changes, over this socket. @throws MessagingError, DisconnectedError */
  async presence(userIds: number[], watch = false): Promise<UserPresence[]> {
    return (await this.#ask<PresenceFrame>({ type: 'presence', userIds, watch })).users
  }

  #ask<Answer>(frame: ClientFrame): Promise<Answer> {
    const { link } = this.#connection
    return link ? link.ask<Answer>(frame) : Promise.reject(new DisconnectedError())
  }

  async #opened(link: Link, ready: ReadyFrame, token: string): Promise<void> {
    this.#userId = ready.userId
    this.#frameBytes = ready.limits.frameBytes
    this.#renewal.start(link, token, ready.serverTime)
    await this.#epochs.check(ready.epoch)
    if (link.isOver) throw new DisconnectedError()
    await this.#catchUp.begin(link, () => this.#outbox.connected(link))
    this.#readMarks.connected(link)
  }

  /** The service says it again where frames may have been lost. */
  async #greetedAgain({ epoch }: ReadyFrame): Promise<void> {
    await this.#epochs.check(epoch)
    this.#catchUp.again()
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'entries':
        if (!this.#epochs.isWaiting) this.#inbox.take(frame, this.#userId)
        return
      case 'ready':
        return void this.#greetedAgain(frame)
      case 'presence':
        if (frame.id === undefined) this.#emitter.emit('presence', frame.users)
        return
      case 'read':
      case 'mine':
      case 'typing':
        this.#emitter.emit(frame.type, frame as never)
    }
  }

  #deliver(entry: Entry): Promise<unknown> | undefined {
    this.#recentChanges.add(entry)
    return together([this.#emit('entry', entry), this.#emit(eventOf(entry), entry as never)])
  }

  /** Resolves once all listeners are done; `undefined` where none returned a promise. */
  #emit<Name extends keyof MessagingEvents>(name: Name, payload: MessagingEvents[Name]) {
    const failed = (error: unknown) => this.#failed(error)
    const results = this.#emitter.emit(name, payload).filter(isPromise)
    return together(results.map((one) => Promise.resolve(one).catch(failed)))
  }

  #forget(): void {
    this.#inbox.clear()
    this.#recentChanges.clear()
  }

  #lost(): void {
    this.#renewal.stop()
    this.#outbox.disconnected()
    this.#catchUp.disconnected()
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

function together(work: (PromiseLike<unknown> | undefined)[]): Promise<unknown> | undefined {
  return work.some((one) => one !== undefined) ? Promise.all(work) : undefined
}
