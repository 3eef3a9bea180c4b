import { inject } from '@adonisjs/core'
import { E_UNAUTHENTICATED } from '#kernel/errors/main'
import { CLOSE } from '../../sockets/close_codes.js'
import type { Connection } from '../../sockets/connection.js'
import { SocketAuthenticator } from '../../admission/socket_authenticator.js'
import { SocketLifecycle } from '../../admission/socket_lifecycle.js'
import type { ClientFrame } from '../client_frames.js'

/** Says whose socket it is, or renews the token. */
@inject()
export class AuthHandler {
  constructor(
    private readonly socketAuthenticator: SocketAuthenticator,
    private readonly socketLifecycle: SocketLifecycle
  ) {}

  async handle(connection: Connection, { token }: ClientFrame<'auth'>): Promise<object | null> {
    const admission = await this.socketAuthenticator.admit({ kind: 'token', value: token })
    if (!connection.open) return null

    if (connection.admission) {
      if (admission?.operator.id !== connection.operator.id)
        throw new E_UNAUTHENTICATED('The token is not good for this socket; log in again')
      if (admission.expiresAtMs > connection.admission.expiresAtMs)
        this.socketLifecycle.renew(connection, admission)
      return { expiresAt: new Date(connection.admission.expiresAtMs).toISOString() }
    }
    if (!admission) {
      connection.close(CLOSE.unauthenticated)
      return null
    }
    await this.socketLifecycle.begin(connection, admission)
    return { expiresAt: new Date(admission.expiresAtMs).toISOString() }
  }
}
