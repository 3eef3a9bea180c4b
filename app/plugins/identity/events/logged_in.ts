import { BaseEvent } from '@adonisjs/core/events'
import type { LoginAccount } from '../login/login_account.js'
import type { ClientDetails } from '../sessions/client_details.js'

/** Somebody logged in with their password. */
export class LoggedIn extends BaseEvent {
  /**
   * @param sid name of the session
   * @param knows what was known of the client before
   */
  constructor(
    readonly userId: number,
    readonly sid: string,
    readonly client: ClientDetails,
    readonly knows: LoginAccount['knows']
  ) {
    super()
  }
}
