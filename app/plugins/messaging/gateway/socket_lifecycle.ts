import type { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/main'
import type { MessagingConfig } from '../messaging_config.js'
import type { Presence } from '../presence/presence.js'
import { CLOSE } from './close_codes.js'
import type { Admission, Connection } from './connection.js'
import type { Connections } from './connections.js'
import type { SocketAuthenticator } from './socket_authenticator.js'
import type { SocketsOfUsers } from './sockets_of_users.js'

/** Who is here: sockets come in once it is known whose they are, are looked at again, and go. */
export class SocketLifecycle {
  constructor(
    private readonly connections: Connections,
    private readonly socketAuthenticator: SocketAuthenticator,
    private readonly presence: Presence,
    private readonly sockets: SocketsOfUsers,
    private readonly config: MessagingConfig,
    private readonly logger: Logger
  ) {}

  async begin(connection: Connection, admission: Admission): Promise<void> {
    connection.admission = admission
    this.connections.enlist(connection)
    connection.send({
      type: 'ready',
      userId: admission.operator.id,
      sessionId: admission.sessionId,
      serverTime: clock.date().toISOString(),
      frameBytes: this.config.frameBytes,
    })
    this.presence.came(connection)
    this.sockets.came(connection)
    await this.review(connection)
  }

  end(connection: Connection): void {
    this.connections.remove(connection)
    if (!connection.admission) return
    this.presence.went(connection)
    this.sockets.went(connection)
  }

  /** In band, a token of the same user takes the place of the one before. */
  renew(connection: Connection, admission: Admission): void {
    const { sessionId: before } = connection.admission!
    this.connections.remove(connection)
    connection.admission = admission
    this.connections.add(connection)
    this.connections.enlist(connection)
    this.presence.renewed(connection, before)
    this.sockets.renewed(connection)
  }

  /**
   * Closes the socket when its session is over. Also after it was enlisted: the session may have ended while the
   * credential was being looked at. While that cannot be known it stays.
   */
  async review(connection: Connection): Promise<void> {
    const { admission } = connection
    if (!admission || !connection.open) return
    try {
      const current = await this.socketAuthenticator.again(admission)
      if (connection.admission !== admission) return
      if (!current) return connection.close(CLOSE.sessionEnded)
      connection.admission = current
    } catch (error) {
      this.logger.warn({ err: error }, 'a socket’s session could not be looked at')
    }
  }
}
