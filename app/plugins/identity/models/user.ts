import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant, searchText, toStored } from '#kernel/database/main'
import { clock } from '#kernel/state/main'
import type { Language } from '#kernel/languages/main'
import type { Status } from './department.js'

const scoped = scopedBy({
  owner: 'id',
  department: 'departmentId',
  stamps: false,
  labels: ['username', 'nickname', 'avatar'],
})

export default class User extends compose(BaseModel, scoped) {
  static table = 'users'
  static audit = audited<User>({ name: 'username' })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare username: string

  @column()
  declare nickname: string

  /** The hash; see PasswordHashing. */
  @column({ serializeAs: null })
  declare password: string

  @column()
  declare avatar: string | null

  @column()
  declare email: string | null

  @column()
  declare phone: string | null

  /** In which they are spoken to; `null` for that of their requests. */
  @column()
  declare language: Language | null

  @column()
  declare departmentId: number | null

  @column()
  declare positionId: number | null

  @column()
  declare status: Status

  @searchText('username', 'nickname', 'email', 'phone')
  declare searchText: string | null

  /** When the personal data were erased; the row remains for what refers to it. */
  @instant()
  declare erasedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime

  /** Usernames are ASCII and compared in lower case; no other letter is changed into one of theirs. */
  static normalize(username: string): string {
    return username.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  }

  /** Replaces the hash that `user` was read with. Resolves to `false` where it was changed since, or the user disabled. */
  static async replacePassword(
    user: { id: number; password: string },
    hashed: string,
    client?: TransactionClientContract
  ): Promise<boolean> {
    const [replaced] = await User.query({ client })
      .where({ id: user.id, password: user.password, status: 'enabled' })
      .update({ password: hashed, updatedAt: toStored(clock.now()) })
    if (Number(replaced) === 0) return false
    user.password = hashed
    return true
  }
}
