import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

const byName = unscoped('kept by account name, known or not; shown only beside a user within reach')

/** Until when an account name is locked; only for reading, LoginAttempts counts. */
export default class AccountLock extends compose(BaseModel, byName) {
  static table = 'login_attempts'
  static audit = unaudited('the login history tells of locks')

  @column({ isPrimary: true })
  declare account: string

  @instant()
  declare lockedUntil: DateTime | null
}
