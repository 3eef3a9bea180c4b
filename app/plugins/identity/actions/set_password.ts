import { inject } from '@adonisjs/core'
import { PasswordHashing } from '../login/password_hashing.js'
import type User from '../models/user.js'
import { recordSecurityEvent } from '../security_log.js'
import { SessionRegistry } from '../sessions/session_registry.js'

/** Sets an operator's password without knowing the old one, and ends all of their sessions. */
@inject()
export class SetPassword {
  constructor(
    private readonly hashing: PasswordHashing,
    private readonly registry: SessionRegistry
  ) {}

  async handle(user: User, password: string): Promise<void> {
    user.password = await this.hashing.make(password)
    await user.save()
    await this.registry.end(user.id, 'password_changed')
    await this.registry.usersChanged([user.id])
    await recordSecurityEvent({ type: 'password_changed', userId: user.id, account: user.username })
  }
}
