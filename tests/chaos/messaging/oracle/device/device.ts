import { WebSocket } from 'ws'
import type * as frames from '../../../../../clients/messaging/src/frames.js'
import type { Message } from '../model/conversation.js'
import { ShutOut } from '../stage/session.js'
import type { Session } from '../stage/session.js'
import type { Rig } from '../rig.js'
import { enter } from './entrance.js'
import { Inbox, type SyncAck } from './inbox.js'
import { Outbox } from './outbox.js'

const ANSWERS = new Set(['ack', 'error', 'pong', 'presence'])
const AGAIN_MS = 300
const GAP_MS = 150

let asked = 0

/** One device of a person: whenever its socket is lost it opens another one and catches up. */
export class Device {
  readonly inbox = new Inbox()
  /** Person → whether this device was last told that they are online. */
  readonly presence = new Map<number, boolean>()
  /** On the rig's clock; of the socket that is open. */
  openedAt = Infinity
  state: 'off' | 'opening' | 'syncing' | 'online' = 'off'
  node = 0
  /** Nobody cuts it off. */
  steady = false
  /** The next socket is opened there. */
  prefers: number | null = null
  readonly #outbox = new Outbox((frame) => {
    if (this.isOpen) this.#write(frame)
    return this.isOpen
  })
  readonly #asked = new Map<string, (answer: frames.ServerFrame | null) => void>()
  #socket: WebSocket | null = null
  #wanted = false
  #distrusts = false
  #syncing = false

  constructor(
    readonly name: string,
    readonly person: number,
    readonly session: Session,
    private readonly rig: Rig
  ) {}

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN && this.state !== 'opening'
  }

  get unanswered(): number {
    return this.#outbox.size
  }

  get isWanted(): boolean {
    return this.#wanted
  }

  wake(): void {
    if (this.#wanted || this.rig.resting.has(this.person)) return
    this.#wanted = true
    void this.#open()
  }

  sleep(): void {
    this.#wanted = false
    this.#socket?.terminate()
  }

  /** Pulls the plug, without a farewell. */
  cut(): void {
    this.#socket?.terminate()
  }

  /** Takes nothing from its socket for a while. */
  dawdle(ms: number): void {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.pause()
    setTimeout(() => socket.readyState === WebSocket.OPEN && socket.resume(), ms)
  }

  send(message: Message): void {
    this.#outbox.send(message)
  }

  /** Resolves to the answer; `null` where the socket was lost before. */
  ask(frame: object): Promise<frames.ServerFrame | null> {
    const id = `ask-${++asked}`
    return new Promise((resolve) => {
      if (!this.isOpen) return resolve(null)
      this.#asked.set(id, resolve)
      this.#write({ ...frame, id })
    })
  }

  /** Asks for what it missed; `false` where the socket was lost meanwhile. */
  async sync(opened = false): Promise<boolean> {
    if (this.#syncing) return false
    this.#syncing = true
    const [socket, startedAt] = [this.#socket, performance.now()]
    this.inbox.beginSync(opened)
    try {
      for (let more = true; more;) {
        const answer = await this.ask(this.inbox.question())
        if (answer?.type !== 'ack' || socket !== this.#socket) return this.#unsynced(answer)
        this.rig.wire.syncAnswered(this, answer as unknown as SyncAck)
        this.inbox.answered(answer as unknown as SyncAck)
        more = answer.more as boolean
      }
    } finally {
      this.#syncing = false
    }
    this.rig.afterSync.check(this, startedAt)
    if (this.inbox.hasGap) setTimeout(() => this.inbox.hasGap && void this.sync(), GAP_MS)
    return true
  }

  #unsynced(answer: frames.ServerFrame | null): false {
    if (answer?.type === 'error' && answer.code < 500)
      this.rig.chronicle.deviate(
        'refused',
        `sync of ${this.name}: ${JSON.stringify(answer)}`,
        this.#concerned()
      )
    if (answer?.type === 'error') this.cut()
    return false
  }

  async #open(): Promise<void> {
    if (!this.#wanted || this.state !== 'off' || this.rig.nodes.areGone) return
    this.state = 'opening'
    try {
      const token = await (this.#distrusts ? this.session.renewed() : this.session.token())
      this.#distrusts = false
      this.node = this.prefers ?? this.rig.nodes.any(this.rig.dice)
      const socket = await enter(this.rig.nodes.socket(this.node), token, this.rig)
      this.#socket = socket
      socket.on('message', (data) =>
        this.#receive(socket, JSON.parse(data.toString()) as frames.ServerFrame)
      )
      socket.on('error', () => undefined)
      socket.on('unexpected-response', (_, response) => {
        this.#distrusts = response.statusCode === 401
        socket.terminate()
      })
      socket.on('close', (code) => this.#lost(code))
    } catch (error) {
      if (!(error instanceof ShutOut)) this.rig.fail(error)
      this.state = 'off'
      setTimeout(() => void this.#open(), AGAIN_MS)
    }
  }

  #lost(code: number): void {
    this.rig.chronicle.act(
      `${this.name} lost its socket on node ${this.node}: ${code}`,
      this.#concerned()
    )
    if (code === 4401) this.#distrusts = true
    this.state = 'off'
    this.openedAt = Infinity
    this.#socket = null
    for (const resolve of this.#asked.values()) resolve(null)
    this.#asked.clear()
    this.rig.wire.lost(this)
    this.inbox.lost()
    if (this.#wanted) setTimeout(() => void this.#open(), this.rig.dice.between(20, 250))
  }

  #receive(socket: WebSocket, frame: frames.ServerFrame): void {
    if (socket !== this.#socket) return
    if (frame.type === 'ready') return void this.#ready()
    if (frame.type === 'ack' || frame.type === 'error') this.#answered(frame)
    if (frame.type === 'message') this.#message(frame)
    if (frame.type === 'recalled') this.#recalled(frame)
    if (frame.type === 'read') this.rig.wire.read(this, frame)
    if (frame.type === 'conversation') this.#conversation(frame)
    if (frame.type === 'presence')
      for (const { userId, online } of frame.users) this.presence.set(userId, online)
    if (!('id' in frame) || frame.id === undefined || !ANSWERS.has(frame.type)) return
    this.#asked.get(frame.id)?.(frame)
    this.#asked.delete(frame.id)
  }

  async #ready(): Promise<void> {
    this.openedAt = performance.now()
    this.state = 'syncing'
    this.rig.chronicle.act(`${this.name} is on node ${this.node}`, this.#concerned())
    const userIds = this.rig.people.map(({ id }) => id)
    void this.ask({ type: 'presence', userIds, watch: true })
    this.#outbox.sendAgain()
    if ((await this.sync(true)) && this.isOpen) this.state = 'online'
  }

  #message({ message }: frames.MessageFrame): void {
    this.rig.wire.message(this, message)
    this.inbox.take(message.conversationId, { ...message })
    if (message.recalledAt !== null) this.inbox.recall(message.conversationId, message.seq)
    this.#mindGap()
  }

  #recalled(frame: frames.RecalledFrame): void {
    this.rig.wire.recalled(this, frame)
    this.inbox.recall(frame.conversationId, frame.seq)
  }

  #conversation(frame: frames.ConversationFrame): void {
    this.rig.wire.conversation(this, frame)
    if (frame.change === 'left' && frame.userIds?.includes(this.person))
      setTimeout(() => this.state === 'online' && void this.sync(), GAP_MS)
  }

  #answered(frame: frames.AckFrame | frames.ErrorFrame): void {
    const message = this.#outbox.answered(frame)
    if (!message) return
    this.rig.wire.sendAnswered(this, message, frame)
    if (frame.type !== 'ack') return
    const {
      seq,
      messageId: id,
      createdAt,
      conversationId,
      clientMessageId,
    } = frame as frames.AckFrame & frames.SentAck
    this.inbox.take(conversationId, {
      id,
      seq,
      clientMessageId,
      createdAt,
      content: message.content,
    })
    this.#mindGap()
  }

  #mindGap(): void {
    if (this.state !== 'online' || !this.inbox.hasGap) return
    setTimeout(() => this.state === 'online' && this.inbox.hasGap && void this.sync(), GAP_MS)
  }

  #write(frame: object): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  #concerned() {
    return { people: [this.person], conversation: null }
  }
}
