import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { jsonColumn, instant } from '#kernel/database/main'
import type { ModulePlan } from '../plan/plan_schema.js'

const everybodys = unscoped('modules belong to the application, and to nobody in it')

export type ModuleStatus = 'applied' | 'undone'

export default class GeneratedModule extends compose(BaseModel, everybodys) {
  static table = 'generated_modules'
  static audit = unaudited('the history of modules tells')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare name: string

  @column()
  declare title: string

  @column()
  declare path: string

  @column()
  declare status: ModuleStatus

  @jsonColumn()
  declare plan: ModulePlan

  /** Names of its migrations as the database records them, oldest first. */
  @jsonColumn()
  declare migrations: string[]

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
