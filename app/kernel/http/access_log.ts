import type { Socket } from 'node:net'
import type { Logger } from '@adonisjs/core/logger'
import { requestOutcome, type Completed } from './request_outcome.js'

/** Longer parts of a path may be a token that somebody put into it; ids and names of ours are shorter. */
const LONGEST_PART = 40
const LONGEST_PATH = 500

/** A line for each request that was requestOutcome, whatever `LOG_LEVEL` says. */
export class AccessLog {
  readonly #sent = new WeakMap<Socket, number>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger.child({}, { level: 'info' })
  }

  note(completed: Completed): void {
    const { ctx } = completed
    const { seconds, isCut, ...how } = requestOutcome(completed)
    const about = {
      ...how,
      path: shownPath(ctx.request.url()),
      ...(isCut ? { isCut } : {}),
      ms: Math.round(seconds * 1e6) / 1e3,
      bytes: this.#bytesOf(ctx.request.request.socket),
      requestId: ctx.request.id(),
      operatorId: ctx.operator?.id ?? null,
      client: ctx.request.ip(),
    }
    this.#logger.info(about, 'answered')
  }

  /** Of a connection that serves one request after the other, what was sent since the one before. */
  #bytesOf(socket: Socket): number {
    const before = this.#sent.get(socket) ?? 0
    this.#sent.set(socket, socket.bytesWritten)
    return socket.bytesWritten - before
  }
}

/** Without what may be a secret. */
export function shownPath(path: string): string {
  const parts = path.split('/').map((part) => (part.length > LONGEST_PART ? '…' : part))
  const shown = parts.join('/')
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown
}
