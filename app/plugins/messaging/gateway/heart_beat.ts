import { inject } from '@adonisjs/core'
import { clock } from '#kernel/state/main'
import { messagingConfig } from '../messaging_config.js'
import { NoticeStreams } from '../notices/notice_streams.js'
import { CLOSE } from '../sockets/close_codes.js'
import type { Connection } from '../sockets/connection.js'
import { Connections } from '../sockets/connections.js'

const EVERY_MS = 1_000

/**
 * Looks at every socket once a second: one timer for all of them. Finds dead peers, expired tokens, and those who
 * never said who they are.
 */
@inject()
export class HeartBeat {
  #timer: NodeJS.Timeout | null = null

  constructor(
    private readonly connections: Connections,
    private readonly streams: NoticeStreams
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
    const isSilent = elapsed - lastSignMs > messagingConfig().deadSeconds * 1000
    if (isSilent && !ws.isPaused) return connection.terminate()
    if (!admission) {
      const waited = elapsed - connection.beganMs
      if (waited > messagingConfig().authSeconds * 1000) connection.close(CLOSE.noAuth)
      return
    }
    if (admission.expiresAtMs <= now) return connection.close(CLOSE.expired)

    const quietFor = elapsed - Math.max(lastSignMs, lastPingMs)
    if (quietFor > messagingConfig().pingSeconds * 1000) connection.ping(elapsed)
  }
}
