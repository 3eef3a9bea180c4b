import { DisconnectedError, MessagingError } from './errors.js'
import type { ClientFrame, ReadyFrame, ServerFrame } from './frames.js'

export interface Closed {
  code: number
  reason: string
}

export interface LinkParts {
  webSocket: typeof globalThis.WebSocket
  /** Without the first `ready`. */
  receive: (frame: ServerFrame) => void
  closed: (closed: Closed) => void
  /** A peer that says nothing for so long is asked, and then has as long again. */
  quietMs: number
}

interface Question {
  resolve: (answer: ServerFrame) => void
  reject: (error: Error) => void
}

/** The peer is gone, or so it seems from here. */
const LOST = { code: 1006, reason: 'Lost' }

/** One socket, from its opening to its end. */
export class Link {
  readonly #parts: LinkParts
  readonly #socket: WebSocket
  readonly #questions = new Map<string, Question>()
  readonly #ready: Promise<ReadyFrame>
  #welcome: Question | null = null
  #asked = 0
  #lastSign = performance.now()
  readonly #timer: ReturnType<typeof setInterval>
  #over = false

  constructor(url: string, parts: LinkParts) {
    this.#parts = parts
    this.#ready = new Promise((resolve, reject) => {
      this.#welcome = { resolve: (frame) => resolve(frame as ReadyFrame), reject }
    })
    this.#ready.catch(() => undefined)
    this.#socket = new parts.webSocket(url, 'im.v1')
    this.#socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    this.#socket.addEventListener('close', ({ code, reason }) => this.#end({ code, reason }))
    this.#socket.addEventListener('error', () => this.#end(LOST))
    this.#timer = setInterval(() => this.#watch(), parts.quietMs / 2)
  }

  /** Resolves once the service knows whose socket it is. @throws DisconnectedError */
  get ready(): Promise<ReadyFrame> {
    return this.#ready
  }

  get isOver(): boolean {
    return this.#over
  }

  tell(frame: ClientFrame): void {
    if (!this.#over) this.#socket.send(JSON.stringify(frame))
  }

  /** Resolves to the answer. @throws MessagingError, DisconnectedError */
  ask<Answer>(frame: ClientFrame): Promise<Answer> {
    if (this.#over) return Promise.reject(new DisconnectedError())
    const id = String(++this.#asked)
    this.#socket.send(JSON.stringify({ ...frame, id }))
    return new Promise((resolve, reject) => {
      this.#questions.set(id, { resolve: (answer) => resolve(answer as Answer), reject })
    })
  }

  close(closed: Closed = { code: 1000, reason: '' }): void {
    this.#socket.close(closed.code === 1000 ? 1000 : undefined)
    this.#end(closed)
  }

  #receive(data: string): void {
    if (this.#over) return
    this.#lastSign = performance.now()
    const frame = parse(data)
    if (!frame) return
    if (frame.type === 'ready' && this.#welcome) return this.#begin(frame)
    this.#answer(frame)
    this.#parts.receive(frame)
  }

  #begin(ready: ReadyFrame): void {
    this.#welcome?.resolve(ready)
    this.#welcome = null
  }

  /** What waits for the answer goes on after what came with it has been taken in. */
  #answer(frame: ServerFrame): void {
    const id = 'id' in frame ? frame.id : undefined
    const question = id === undefined ? undefined : this.#questions.get(id)
    if (!question) return
    this.#questions.delete(id!)
    if (frame.type === 'error') question.reject(new MessagingError(frame))
    else question.resolve(frame)
  }

  #watch(): void {
    const quietFor = performance.now() - this.#lastSign
    if (quietFor > this.#parts.quietMs * 2) return this.close(LOST)
    if (quietFor > this.#parts.quietMs && this.#socket.readyState === 1) this.tell({ type: 'ping' })
  }

  #end(closed: Closed): void {
    if (this.#over) return
    this.#over = true
    clearInterval(this.#timer)
    const lost = new DisconnectedError()
    this.#welcome?.reject(lost)
    for (const { reject } of this.#questions.values()) reject(lost)
    this.#questions.clear()
    this.#parts.closed(closed)
  }
}

function parse(data: string): ServerFrame | null {
  try {
    return JSON.parse(data) as ServerFrame
  } catch {
    return null
  }
}
