import type { Duplex } from 'node:stream'
import type { Operator } from '#kernel/acting/main'
import { stopReceiving } from '#kernel/patches/main'
import { clock } from '#kernel/state/main'
import { withTimeout, TimeoutError } from '#kernel/errors/main'
import { defaultLanguage, type Language } from '#kernel/languages/main'
import { messagingConfig, type MessagingConfig } from '../messaging_config.js'
import { CLOSE, type CloseReason } from './close_codes.js'
import { FrameAllowance } from './frame_allowance.js'
import { Inbox } from './inbox.js'
import type { ImWebSocket } from './im_web_socket.js'
import { textFrame } from './text_frame.js'

/** Whose session a socket speaks for, and until when. */
export interface Admission {
  operator: Operator
  sessionId: number
  /** The session's name. */
  sid: string
  expiresAtMs: number
}

const NOTHING = Buffer.alloc(0)

let made = 0

/** One open socket. What is written to it is bounded: a peer that takes too slowly is let go. */
export class Connection {
  readonly id = ++made
  readonly openedAtMs = clock.now()
  /** By `clock.elapsed()`. */
  readonly beganMs = clock.elapsed()
  readonly allowance: FrameAllowance
  admission: Admission | null = null
  /** By `clock.elapsed()`. */
  lastSignMs = clock.elapsed()
  lastPingMs = this.lastSignMs
  readonly inbox = new Inbox()
  working = false
  closing = false
  /** Users whose presence this socket is told of → what it was told last. */
  readonly watched = new Map<number, boolean>()

  private readonly config: MessagingConfig = messagingConfig()

  constructor(
    readonly ws: ImWebSocket,
    private readonly raw: Duplex,
    /** As the handshake asked for. */
    private readonly accepted: Language = defaultLanguage()
  ) {
    const { framesPerSecond, frameBurst } = this.config
    this.allowance = new FrameAllowance(framesPerSecond, frameBurst, this.lastSignMs)
  }

  get operator(): Operator {
    return this.admission!.operator
  }

  /** In which whoever is behind it is spoken to. */
  get language(): Language {
    return this.admission?.operator.language ?? this.accepted
  }

  get open(): boolean {
    return !this.closing && this.ws.readyState === this.ws.OPEN
  }

  send(frame: object): void {
    this.write(textFrame(JSON.stringify(frame)))
  }

  /** Writes a frame as `textFrame` makes it. */
  write(frame: Buffer): void {
    if (!this.open) return
    if (this.raw.writableLength > this.config.bufferedBytes) return this.close(CLOSE.tooSlow)
    cork(this.raw)
    this.raw.write(frame)
  }

  /** Resolves once there is room for a page, or the socket is closed, as it is where nobody reads for long. */
  async drained(): Promise<void> {
    while (this.open && this.raw.writableLength > this.config.bufferedBytes / 4)
      await this.#drainedInTime()
  }

  async #drainedInTime(): Promise<void> {
    const { promise: drained, resolve } = Promise.withResolvers<void>()
    this.raw.write(NOTHING, () => resolve())
    try {
      await withTimeout(drained, this.config.drainSeconds * 1000)
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      this.cutOff(CLOSE.tooSlow)
    }
  }

  /** Whoever sends more than can be done waits, with what their system holds back. */
  holdWhenFull(): void {
    if (this.inbox.isFull(this.admission !== null)) this.ws.pause()
  }

  goOnWithRoom(): void {
    if (!this.open || !this.ws.isPaused || !this.inbox.hasRoom) return
    this.lastSignMs = clock.elapsed()
    this.ws.resume()
  }

  ping(now: number): void {
    this.lastPingMs = now
    if (this.open) this.ws.ping()
  }

  close({ code, reason }: CloseReason): void {
    if (this.closing) return
    this.closing = true
    this.inbox.clear()
    this.ws.close(code, reason)
  }

  /** Closes, and looks at nothing more of what came or comes. */
  cutOff(reason: CloseReason): void {
    stopReceiving(this.ws)
    this.raw.pause()
    if (this.closing) return
    this.close(reason)
    this.raw.end()
  }

  /** Without a farewell; for peers that no longer answer. */
  terminate(): void {
    this.closing = true
    this.ws.terminate()
  }
}

const corked = new Set<Duplex>()

/** What is written to a stream until the next tick goes out in one system call. */
function cork(stream: Duplex): void {
  if (corked.has(stream)) return
  if (corked.size === 0) process.nextTick(uncorkAll)
  corked.add(stream)
  stream.cork()
}

function uncorkAll(): void {
  const streams = [...corked]
  corked.clear()
  for (const stream of streams) stream.uncork()
}
