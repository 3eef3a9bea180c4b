import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import { AuditTrail } from '#kernel/auditing/main'
import { actAsSystem } from '#kernel/acting/main'
import { type LoggedIn, User } from '#plugins/identity/main'

/** Records logins, which a statement of its own writes. The login history has them in its transaction. */
@inject()
export default class RecordLogin {
  constructor(
    private readonly trail: AuditTrail,
    private readonly logger: Logger
  ) {}

  async handle({ userId, client }: LoggedIn): Promise<void> {
    try {
      await this.#record(userId, client.ip)
    } catch (error) {
      this.logger.error({ err: error, userId }, 'a login was not audited')
    }
  }

  async #record(userId: number, address: string | null): Promise<void> {
    const user = await actAsSystem('who logged in', () => User.find(userId))
    const nowhere = { permission: null, systemReason: null, operation: null, requestId: null }
    const by = { actorId: userId, departmentId: user?.departmentId ?? null, address }
    const subject = { type: 'user', id: userId, name: user?.username ?? null }
    const record = { action: 'login', outcome: 'done' as const, reason: null }
    await this.trail.write([{ ...nowhere, ...by, ...subject, ...record }], db.connection())
  }
}
