import { BaseEvent } from '@adonisjs/core/events'
import type { LoginAccount } from '../login/login_account.js'
import type { ClientDetails } from '../sessions/client_details.js'

/** Somebody logged in with a password. */
export class LoggedIn extends BaseEvent {
  /**
   * @param sid of the new session
   * @param seenBefore what the account had sessions from
   */
  constructor(
    readonly userId: number,
    readonly sid: string,
    readonly client: ClientDetails,
    readonly seenBefore: LoginAccount['seenBefore']
  ) {
    super()
  }
}
