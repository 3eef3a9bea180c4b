import { compose } from '@adonisjs/core/helpers'
import {
  BaseModel,
  belongsTo,
  column,
  hasMany,
  hasManyThrough,
  hasOne,
  manyToMany,
} from '@adonisjs/lucid/orm'
import type {
  BelongsTo,
  HasMany,
  HasManyThrough,
  HasOne,
  ManyToMany,
} from '@adonisjs/lucid/types/relations'
import type { DateTime } from 'luxon'
import { scopedBy, unscoped, type FurtherReach, oneOfIds } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** Models of a throw-away schema; see `world.ts` for its rows. */
export class Team extends compose(BaseModel, unscoped('the same three teams for everybody')) {
  static table = 'scope_teams'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare name: string

  @hasMany(() => Order)
  declare orders: HasMany<typeof Order>

  @hasOne(() => Order)
  declare order: HasOne<typeof Order>

  @hasManyThrough([() => Line, () => Order])
  declare lines: HasManyThrough<typeof Line>
}

/** Orders that a table hands to roles, whole. */
const handedToRoles: FurtherReach = {
  words: 'orders handed to a role of the user',
  remedy: 'Hand it to one of their roles',
  rows: ({ acting: { roles = [] }, dialect }) => {
    if (roles.length === 0) return null
    const { sql, bindings } = oneOfIds('role_id', roles, dialect)
    const handed = `select order_id from scope_order_roles where 1 = 0 or ${sql}`
    return { keys: { sql: handed, bindings } }
  },
  reasons: async () => [],
}

const scoped = scopedBy({
  owner: 'ownerId',
  department: 'departmentId',
  labels: ['title'],
  alsoThrough: handedToRoles,
})

export class Order extends compose(BaseModel, scoped) {
  static table = 'scope_orders'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  @column()
  declare amount: number

  @column()
  declare note: string | null

  @column({ consume: Boolean })
  declare urgent: boolean

  @column()
  declare ownerId: number | null

  @column()
  declare departmentId: number | null

  @column()
  declare teamId: number

  @column()
  declare parentId: number | null

  @instant()
  declare createdAt: DateTime

  @instant()
  declare closedAt: DateTime | null

  @belongsTo(() => Team)
  declare team: BelongsTo<typeof Team>

  @hasMany(() => Line)
  declare lines: HasMany<typeof Line>

  @hasMany(() => Order, { foreignKey: 'parentId' })
  declare children: HasMany<typeof Order>

  @manyToMany(() => Tag, {
    pivotTable: 'scope_order_tags',
    pivotForeignKey: 'order_id',
    pivotRelatedForeignKey: 'tag_id',
  })
  declare tags: ManyToMany<typeof Tag>
}

export class Line extends compose(
  BaseModel,
  scopedBy({ owner: 'ownerId', department: 'departmentId' })
) {
  static table = 'scope_lines'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare orderId: number

  @column()
  declare ownerId: number | null

  @column()
  declare departmentId: number | null

  @belongsTo(() => Order)
  declare order: BelongsTo<typeof Order>
}

export class Tag extends compose(BaseModel, unscoped('tags are words')) {
  static table = 'scope_tags'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare name: string

  @manyToMany(() => Order, {
    pivotTable: 'scope_order_tags',
    pivotForeignKey: 'tag_id',
    pivotRelatedForeignKey: 'order_id',
  })
  declare orders: ManyToMany<typeof Order>
}

/** A model of those who own: its rows are owned by themselves, and administrators move them. */
export class Person extends compose(
  BaseModel,
  scopedBy({ owner: 'id', department: 'departmentId', stamps: false })
) {
  static table = 'scope_people'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare name: string

  @column()
  declare departmentId: number | null
}

export class Undeclared extends BaseModel {
  static table = 'scope_tags'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare name: string
}
