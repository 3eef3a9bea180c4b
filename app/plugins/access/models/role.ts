import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'
import type { Status } from '#plugins/identity/main'

export const DATA_SCOPES = ['all', 'department_and_below', 'department', 'custom', 'self'] as const
export type DataScope = (typeof DATA_SCOPES)[number]

const unscopedModel = unscoped(
  'roles belong to nobody; what may be done to one, the grant rule says'
)

export default class Role extends compose(BaseModel, unscopedModel) {
  static table = 'roles'
  static audit = audited<Role>({ name: 'name' })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare code: string

  @column()
  declare name: string

  @column()
  declare dataScope: DataScope

  /** Holds everything there is; cannot be deleted, disabled or narrowed. */
  @column({ consume: Boolean })
  declare builtIn: boolean

  @column()
  declare status: Status

  @searchText('code', 'name')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
