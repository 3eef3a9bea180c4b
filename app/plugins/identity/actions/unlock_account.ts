import { inject } from '@adonisjs/core'
import { LoginAttempts } from '../login/login_attempts.js'
import User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import type { ClientDetails } from '../sessions/client_details.js'

/** Lifts the lock of an account; resolves to whether there was one. */
@inject()
export class UnlockAccount {
  constructor(private readonly attempts: LoginAttempts) {}

  async handle(username: string, client: ClientDetails): Promise<boolean> {
    const account = User.normalize(username)
    const wasLocked = await this.attempts.unlock(account)
    if (wasLocked) await recordSecurityEvent({ ...client, type: 'unlocked', account })
    return wasLocked
  }
}
