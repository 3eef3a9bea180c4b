import type { Bus } from '#kernel/state/main'
import type { KeyedSemaphore } from '#kernel/workers/main'
import {
  SESSIONS_ENDED,
  USERS_CHANGED,
  type SessionsEnded,
  type UsersChanged,
} from '#plugins/identity/main'
import type { NoticeStreams } from '../notices/notice_streams.js'
import type { SocketLifecycle } from './socket_lifecycle.js'
import { CLOSE } from './close_codes.js'
import type { Connection } from './connection.js'
import type { Connections } from './connections.js'
import type { SocketAuthenticator } from './socket_authenticator.js'

/** Lets sockets go whose session ended anywhere, or whose user may no longer log in. */
export class SessionWatch {
  constructor(
    private readonly connections: Connections,
    private readonly streams: NoticeStreams,
    private readonly socketLifecycle: SocketLifecycle,
    private readonly socketAuthenticator: SocketAuthenticator,
    private readonly readers: KeyedSemaphore
  ) {}

  async start(bus: Bus): Promise<void> {
    await bus.subscribe(SESSIONS_ENDED, (payload) => this.#ended(payload as SessionsEnded))
    await bus.subscribe(USERS_CHANGED, (payload) => this.#changed(payload as UsersChanged))
    bus.onRestored(() => this.#restored())
  }

  /** Notices may have been missed: who opens a stream again reads them in the conversation. */
  async #restored(): Promise<void> {
    this.streams.endAll()
    await this.#reviewAll(this.connections.all())
  }

  #ended({ sessionIds }: SessionsEnded): void {
    this.streams.endSessions(sessionIds)
    for (const sessionId of sessionIds) {
      for (const connection of [...this.connections.ofSession(sessionId)])
        connection.close(CLOSE.sessionEnded)
    }
  }

  async #changed({ userIds }: UsersChanged): Promise<void> {
    for (const userId of userIds) await this.#reviewAll(this.connections.ofUser(userId))
    await this.#reviewStreams(userIds)
  }

  #reviewStreams(userIds: readonly number[]): Promise<void> {
    return this.streams.reviewAll(userIds, (admission) => this.socketAuthenticator.again(admission))
  }

  async #reviewAll(connections: Iterable<Connection>): Promise<void> {
    const reviews = [...connections].map((connection) =>
      this.readers.runForCaller(() => this.socketLifecycle.review(connection))
    )
    await Promise.all(reviews)
  }
}
