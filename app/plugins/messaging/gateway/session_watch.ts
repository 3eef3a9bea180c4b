import { inject } from '@adonisjs/core'
import { Bus } from '#kernel/state/main'
import { KeyedSemaphore } from '#kernel/workers/main'
import {
  SESSIONS_ENDED,
  USERS_CHANGED,
  type SessionsEnded,
  type UsersChanged,
} from '#plugins/identity/main'
import { NoticeStreams } from '../notices/notice_streams.js'
import { SocketLifecycle } from '../admission/socket_lifecycle.js'
import { CLOSE } from '../sockets/close_codes.js'
import type { Connection } from '../sockets/connection.js'
import { Connections } from '../sockets/connections.js'
import { SocketAuthenticator } from '../admission/socket_authenticator.js'

/** Sessions that are looked up at the same time. */
const readers = new KeyedSemaphore({ limit: 4 })

/** Lets sockets go whose session ended anywhere, or whose user may no longer log in. */
@inject()
export class SessionWatch {
  constructor(
    private readonly connections: Connections,
    private readonly streams: NoticeStreams,
    private readonly socketLifecycle: SocketLifecycle,
    private readonly socketAuthenticator: SocketAuthenticator,
    private readonly bus: Bus
  ) {}

  async start(): Promise<void> {
    await this.bus.subscribe(SESSIONS_ENDED, (payload) => this.#ended(payload as SessionsEnded))
    await this.bus.subscribe(USERS_CHANGED, (payload) => this.#changed(payload as UsersChanged))
    this.bus.onRestored(() => this.#restored())
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
    const again = this.socketAuthenticator.again.bind(this.socketAuthenticator)
    await this.streams.reviewAll(userIds, again)
  }

  async #reviewAll(connections: Iterable<Connection>): Promise<void> {
    const reviews = [...connections].map((connection) =>
      readers.runForCaller(() => this.socketLifecycle.review(connection))
    )
    await Promise.all(reviews)
  }
}
