import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getActiveTest } from '@japa/runner'
import { WebSocket, type ClientOptions } from 'ws'
import { Patience } from '../patience.js'

export interface Frame {
  type: string
  id?: string | number
  [member: string]: any
}

export interface Closed {
  code: number
  reason: string
}

interface Waiter {
  wanted: (frame: Frame) => boolean
  resolve: (frame: Frame) => void
}

const PATIENCE_MS = 60_000
const LOOK_MS = 250
const standstill = monitorEventLoopDelay()
standstill.enable()

/** The other end of a socket, for tests; open until the end of the test at most. */
export class Peer {
  readonly frames: Frame[] = []
  readonly closed: Promise<Closed>
  #waiters: Waiter[] = []
  #taken = new Set<Frame>()
  #ids = 0

  constructor(readonly ws: WebSocket) {
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    ws.on('message', (data) => this.#receive(JSON.parse(data.toString()) as Frame))
    ws.on('error', () => undefined)
    getActiveTest()?.cleanup(() => ws.terminate())
  }

  /** Opens, and waits for `ready`. */
  static async open(url: string, token: string): Promise<Peer> {
    const peer = Peer.connect(url, { headers: { authorization: `Bearer ${token}` } })
    await peer.next((frame) => frame.type === 'ready')
    return peer
  }

  static connect(url: string, options: ClientOptions = {}, protocols: string[] = []): Peer {
    return new Peer(new WebSocket(url, protocols, fromAnywhere(options)))
  }

  /** The answer to an upgrade that is refused. */
  static async refused(url: string, options: ClientOptions = {}, protocols: string[] = []) {
    const ws = new WebSocket(url, protocols, fromAnywhere(options))
    ws.on('error', () => undefined)
    const [, response] = (await once(ws, 'unexpected-response')) as [unknown, IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
  }

  raw(data: string | Buffer): void {
    this.ws.send(data)
  }

  send(frame: object): void {
    this.ws.send(JSON.stringify(frame))
  }

  /** Sends a frame and resolves to its answer, be it ack or error. */
  async ask(frame: object): Promise<Frame> {
    const id = `ask-${++this.#ids}`
    this.send({ id, ...frame })
    return this.next((answer) => answer.id === id && ANSWERS.has(answer.type))
  }

  /** The first frame, of those that came and those to come, that nobody took before. */
  next(wanted: (frame: Frame) => boolean): Promise<Frame> {
    const waiting = this.frames.find((frame) => !this.#taken.has(frame) && wanted(frame))
    if (waiting) {
      this.#taken.add(waiting)
      return Promise.resolve(waiting)
    }
    return new Promise((resolve, reject) => {
      const patience = new Patience(PATIENCE_MS)
      const timer = setInterval(() => {
        if (!patience.isOver) return
        clearInterval(timer)
        reject(new Error(this.#story()))
      }, LOOK_MS)
      const settle = (frame: Frame) => {
        clearInterval(timer)
        resolve(frame)
      }
      this.#waiters.push({ wanted, resolve: settle })
    })
  }

  ofType(type: string): Frame[] {
    return this.frames.filter((frame) => frame.type === type)
  }

  async close(): Promise<Closed> {
    this.ws.close()
    return this.closed
  }

  #receive(frame: Frame): void {
    this.frames.push(frame)
    const waiter = this.#waiters.find(({ wanted }) => wanted(frame))
    if (!waiter) return
    this.#taken.add(frame)
    this.#waiters = this.#waiters.filter((one) => one !== waiter)
    waiter.resolve(frame)
  }

  #story(): string {
    const seen = this.frames.slice(-10).map((frame) => JSON.stringify(frame))
    const stoodStill = Math.round(standstill.max / 1e6)
    return `the frame never came (the process stood still for up to ${stoodStill} ms); the last were:\n${seen.join('\n')}`
  }
}

let clients = 0

/** Each socket comes from an address of its own, so that tests do not share one client's rate limit. */
function fromAnywhere(options: ClientOptions): ClientOptions {
  clients += 1
  const address = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
  return { ...options, headers: { 'x-forwarded-for': address, ...options.headers } }
}

const ANSWERS = new Set(['ack', 'error', 'pong', 'presence'])
