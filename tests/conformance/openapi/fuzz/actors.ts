import db from '@adonisjs/lucid/services/db'
import type { ApplicationService } from '@adonisjs/core/types'
import { PasswordHashing, UnlockAccount } from '#plugins/identity/main'
import type { Actor } from './made_request.js'

export interface Credentials {
  username: string
  password: string
}

interface Kept extends Credentials {
  id: number
  roleIds: number[]
  hash: string
}

const OPERATOR = { username: 'fuzz-operator', password: 'fuzz operator’s password' }

/** Who asks. What a run does to their accounts, being allowed to, is put right before they are needed again. */
export class Actors {
  readonly #kept = new Map<Actor, Kept>()

  constructor(private readonly app: ApplicationService) {}

  async prepare(administrator: Credentials): Promise<void> {
    await db.table('users').insert({ ...(await this.#row(OPERATOR)), created_at: new Date() })
    for (const [actor, credentials] of [
      ['administrator', administrator],
      ['operator', OPERATOR],
    ] as const) {
      const { id } = await db.from('users').where('username', credentials.username).firstOrFail()
      const roles = await db.from('user_roles').where('user_id', id).select('role_id')
      const roleIds = roles.map((row) => row.role_id)
      const { password: hash } = await this.#row(credentials)
      this.#kept.set(actor, { ...credentials, id, roleIds, hash })
    }
  }

  /** `undefined` for who has no account. */
  credentialsOf(actor: Actor): Credentials | undefined {
    const kept = this.#kept.get(actor)
    return kept && { username: kept.username, password: kept.password }
  }

  /** Makes the account what it was, so that its actor can log in. */
  async revive(actor: Actor): Promise<void> {
    const { id, username, hash, roleIds } = this.#kept.get(actor)!
    const account = { username, password: hash, email: null, status: 'enabled' }
    const values = { ...account, updated_at: new Date() }
    const known = await db.from('users').where({ id }).update(values)
    if (Number(known) === 0) {
      await db.table('users').insert({ ...values, id, nickname: username, created_at: new Date() })
    }
    await db.from('user_roles').where('user_id', id).delete()
    for (const roleId of roleIds) {
      await db.table('user_roles').insert({ user_id: id, role_id: roleId })
    }
    const unlock = await this.app.container.make(UnlockAccount)
    await unlock.handle(username, { ip: null, userAgent: 'fuzz' })
  }

  async #row({ username, password }: Credentials) {
    const hashing = await this.app.container.make(PasswordHashing)
    const hash = await hashing.make(password)
    return {
      username,
      nickname: username,
      password: hash,
      status: 'enabled',
      updated_at: new Date(),
    }
  }
}
