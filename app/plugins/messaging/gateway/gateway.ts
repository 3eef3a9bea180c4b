import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { WebSocketServer, type Server, type ServerOptions } from 'ws'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_UNAUTHENTICATED, withTimeout, TimeoutError } from '#kernel/errors/main'
import { toRefusal, refuseOnSocket, type UpgradeOwner } from '#kernel/http/main'
import { RequestLimit, tooMany } from '#kernel/rate_limit/main'
import { clock } from '#kernel/state/main'
import { chooseLanguage } from '#kernel/languages/main'
import { FrameWriter } from '../delivery/frame_writer.js'
import { FrameDispatcher } from '../frames/frame_dispatcher.js'
import { messagingConfig } from '../messaging_config.js'
import { NoticeStreams } from '../notices/notice_streams.js'
import { SocketLifecycle } from '../admission/socket_lifecycle.js'
import { CLOSE } from '../sockets/close_codes.js'
import { Connection, type Admission } from '../sockets/connection.js'
import { Connections } from '../sockets/connections.js'
import { SUB_PROTOCOL_NAME, takeCredential, type Credential } from '../admission/credentials.js'
import { SocketAuthenticator } from '../admission/socket_authenticator.js'
import { ImWebSocket } from '../sockets/im_web_socket.js'
import { PersonalFrames } from '../sockets/frame_allowance.js'
import { assertHandshake, assertOrigin, upgradeContext } from './upgrade.js'

/** How long a peer may take to answer a close frame. */
const FAREWELL_MS = 5_000
const LATECOMERS_MS = 200
/** How long what waits for its turn may hold up the end. */
const LAST_FRAMES_MS = 1_000
const RESTART_FAREWELL_MS = 1_000

/** A frame that is too large is read so many times beyond the limit: the refusal can name it. */
const READ_BEYOND = 4

/** Of one message; empty ones take no room, and are nobody's frame until the last. */
const MOST_FRAGMENTS = 1_024

/** What is newer than the types. */
interface NewerOptions {
  closeTimeout: number
  maxFragments: number
}

const SERVER_OPTIONS: ServerOptions<typeof ImWebSocket> & NewerOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  autoPong: false,
  closeTimeout: FAREWELL_MS,
  maxFragments: MOST_FRAGMENTS,
  WebSocket: ImWebSocket,
  handleProtocols: (offered) => (offered.has(SUB_PROTOCOL_NAME) ? SUB_PROTOCOL_NAME : false),
}

/** Turns upgrades into sockets. Who brings a bad credential never gets as far as a socket. */
@inject()
export class Gateway implements UpgradeOwner {
  readonly #server: Server<typeof ImWebSocket>

  constructor(
    private readonly limit: RequestLimit,
    private readonly socketAuthenticator: SocketAuthenticator,
    private readonly connections: Connections,
    private readonly writer: FrameWriter,
    private readonly socketLifecycle: SocketLifecycle,
    private readonly dispatcher: FrameDispatcher,
    private readonly frames: PersonalFrames,
    private readonly streams: NoticeStreams,
    private readonly logger: Logger
  ) {
    const maxPayload = messagingConfig().frameBytes * READ_BEYOND
    this.#server = new WebSocketServer({ ...SERVER_OPTIONS, maxPayload })
  }

  async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const credential = takeCredential(request)
    const ctx = await upgradeContext(request)
    const language = chooseLanguage(null, request.headers['accept-language'])
    try {
      const admission = await this.#admit(ctx, credential)
      if (socket.destroyed) return
      this.#server.handleUpgrade(request, socket, head, (ws) => {
        this.#welcome(new Connection(ws, socket, language), admission)
      })
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal.status >= 500)
        this.logger.error({ err: error, requestId: ctx.request.id() }, 'an upgrade failed')
      refuseOnSocket(socket, refusal, { requestId: ctx.request.id(), language })
    }
  }

  /**
   * Writes what is being told, then tells everybody to connect elsewhere; who does not go in time is cut off. Whoever was being let
   * in at that moment comes after it, and would keep the server: it is told again and again.
   */
  async closing(): Promise<void> {
    await withTimeout(this.writer.write([]), LAST_FRAMES_MS).catch(unlessTooLate)
    this.#sendAllAway()
    setInterval(() => this.#sendAllAway(), LATECOMERS_MS).unref()
  }

  #sendAllAway(): void {
    this.streams.endAll()
    const leaving = [...this.connections.all()].filter(({ open }) => open)
    for (const connection of leaving) connection.close(CLOSE.restarting)
    setTimeout(() => {
      for (const connection of leaving) connection.terminate()
    }, RESTART_FAREWELL_MS).unref()
  }

  async #admit(ctx: HttpContext, credential: Credential | null): Promise<Admission | null> {
    assertOrigin(ctx.request)
    const { allowed, retryAfterMs } = await this.limit.enter(ctx.request)
    if (!allowed) throw tooMany('Too many requests', retryAfterMs / 1000)
    assertHandshake(ctx.request)
    if (!credential) return null

    const admission = await this.socketAuthenticator.admit(credential)
    if (!admission) throw new E_UNAUTHENTICATED()
    return admission
  }

  #welcome(connection: Connection, admission: Admission | null): void {
    const { ws } = connection
    ws.connection = connection
    ws.on('message', this.#onMessage)
    ws.on('ping', this.#onPing)
    ws.on('pong', this.#onPong)
    ws.on('close', this.#onClose)
    ws.on('error', onError)
    this.connections.add(connection)
    if (admission) void this.socketLifecycle.begin(connection, admission)
  }

  /** One listener for all sockets: closures of their own would cost each of them memory. */
  readonly #onMessage = listener((connection, data: Buffer, isBinary: boolean) => {
    if (!this.#isHeard(connection)) return
    this.dispatcher.take(connection, data, isBinary)
  })

  readonly #onPing = listener((connection, data: Buffer) => {
    if (this.#isHeard(connection) && connection.admission) connection.ws.pong(data)
  })

  /** Nobody is asked for a sign of life before it is known who they are. */
  readonly #onPong = listener((connection) => {
    if (!connection.admission) return connection.cutOff(CLOSE.unauthenticated)
    this.#isHeard(connection)
  })

  readonly #onClose = listener((connection) => {
    connection.closing = true
    this.socketLifecycle.end(connection)
  })

  /** A sign of life, and whether it is looked at; whoever sends too many is cut off. */
  #isHeard(connection: Connection): boolean {
    connection.lastSignMs = clock.elapsed()
    if (this.#isInTime(connection)) return connection.open
    connection.cutOff(CLOSE.tooFast)
    return false
  }

  /** Whether this socket, and its user, may send one frame more. */
  #isInTime({ allowance, admission, lastSignMs }: Connection): boolean {
    if (!allowance.take(lastSignMs)) return false
    return !admission || this.frames.take(admission.operator.id, lastSignMs)
  }
}

/** `ws` closes the socket by itself after a fault of the peer, and tells it why. */
const onError = listener((connection) => {
  connection.inbox.clear()
})

function listener<Args extends unknown[]>(work: (connection: Connection, ...args: Args) => void) {
  return function (this: unknown, ...args: Args) {
    work((this as ImWebSocket).connection, ...args)
  }
}

function unlessTooLate(error: unknown): void {
  if (!(error instanceof TimeoutError)) throw error
}
