import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { scopedBy } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'
import type { Status } from './department.js'

const scoped = scopedBy({
  owner: 'id',
  department: 'departmentId',
  stamps: false,
  labels: ['username', 'nickname', 'avatar'],
})

export default class User extends compose(BaseModel, scoped) {
  static table = 'users'

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

  @column()
  declare departmentId: number | null

  @column()
  declare status: Status

  @searchText('username', 'nickname', 'email', 'phone')
  declare searchText: string | null

  /** Since when nothing personal is left of them: the row only keeps their place. */
  @instant()
  declare erasedAt: DateTime | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime

  /** Usernames are of ASCII, and compared without regard to case; no other letter becomes one of theirs. */
  static normalize(username: string): string {
    return username.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  }
}
