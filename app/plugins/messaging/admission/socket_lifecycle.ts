import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { clock } from '#kernel/state/main'
import { Epoch } from '../epoch.js'
import { messagingConfig, MOST_SYNCED } from '../messaging_config.js'
import { Presence } from '../presence/presence.js'
import { CLOSE } from '../sockets/close_codes.js'
import type { Admission, Connection } from '../sockets/connection.js'
import { Connections } from '../sockets/connections.js'
import { SocketAuthenticator } from './socket_authenticator.js'

/** What becomes of a socket once it is known whose it is. */
@inject()
export class SocketLifecycle {
  constructor(
    private readonly connections: Connections,
    private readonly socketAuthenticator: SocketAuthenticator,
    private readonly presence: Presence,
    private readonly epoch: Epoch,
    private readonly logger: Logger
  ) {}

  async begin(connection: Connection, admission: Admission): Promise<void> {
    connection.admission = admission
    this.connections.enlist(connection)
    this.greet(connection)
    this.presence.opened(connection)
    this.#closeBeyondLimit(admission.operator.id)
    await this.review(connection)
  }

  /** Clients sync after it. */
  greet(connection: Connection): void {
    const { operator, sessionId } = connection.admission!
    const { frameBytes, framesPerSecond } = messagingConfig()
    connection.send({
      type: 'ready',
      userId: operator.id,
      sessionId,
      serverTime: clock.date().toISOString(),
      epoch: this.epoch.current,
      limits: { frameBytes, framesPerSecond, syncConversations: MOST_SYNCED },
    })
  }

  end(connection: Connection): void {
    this.connections.remove(connection)
    if (connection.admission) this.presence.closed(connection)
  }

  /** A token of the same user takes the place of the one before. */
  renew(connection: Connection, admission: Admission): void {
    this.end(connection)
    connection.admission = admission
    this.connections.add(connection)
    this.connections.enlist(connection)
    this.presence.opened(connection)
  }

  /**
   * Closes the socket when its session is over. Also after it was enlisted: the session may have ended while the
   * credential was being checked. While that cannot be known it stays open.
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
      this.logger.warn({ err: error }, 'the session of a socket could not be checked')
    }
  }

  #closeBeyondLimit(userId: number): void {
    const open = [...this.connections.ofUser(userId)].filter(({ closing }) => !closing)
    const beyond = open.length - messagingConfig().socketsPerUser
    for (const oldest of open.slice(0, Math.max(0, beyond))) oldest.close(CLOSE.tooMany)
  }
}
