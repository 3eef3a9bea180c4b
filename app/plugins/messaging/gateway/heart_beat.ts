import { clock } from '#kernel/state/main'
import type { MessagingConfig } from '../messaging_config.js'
import type { NoticeStreams } from '../notices/notice_streams.js'
import { CLOSE } from './close_codes.js'
import type { Connection } from './connection.js'
import type { Connections } from './connections.js'

const EVERY_MS = 1_000

/**
 * Looks at every socket once a second: one timer for all of them. Finds dead peers, expired tokens, and those who
 * never said who they are.
 */
export class HeartBeat {
  #timer: NodeJS.Timeout | null = null

  constructor(
    private readonly connections: Connections,
    private readonly streams: NoticeStreams,
    private readonly config: MessagingConfig
  ) {}

  start(): void {
    this.#timer ??= setInterval(() => this.beat(), EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  beat(): void {
    const [elapsed, now] = [clock.elapsed(), clock.now()]
    for (const connection of [...this.connections.all()]) this.#look(connection, elapsed, now)
    this.streams.endExpired()
  }

  #look(connection: Connection, elapsed: number, now: number): void {
    const { admission, lastSignMs, lastPingMs, ws } = connection
    const isSilent = elapsed - lastSignMs > this.config.deadSeconds * 1000
    if (isSilent && !ws.isPaused) return connection.terminate()
    if (!admission) {
      const waited = elapsed - connection.beganMs
      if (waited > this.config.authSeconds * 1000) connection.close(CLOSE.noAuth)
      return
    }
    if (admission.expiresAtMs <= now) return connection.close(CLOSE.expired)

    const quietFor = elapsed - Math.max(lastSignMs, lastPingMs)
    if (quietFor > this.config.pingSeconds * 1000) connection.ping(elapsed)
  }
}
