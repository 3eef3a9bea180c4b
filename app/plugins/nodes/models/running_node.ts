import { compose } from '@adonisjs/core/helpers'
import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/main'
import { instant } from '#kernel/database/main'

/** A process that serves requests on this database. */
export default class RunningNode extends compose(
  BaseModel,
  unscoped('it belongs to the installation, and nobody is shown it')
) {
  static table = 'running_nodes'
  static selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare id: string

  /** As its log is found: the machine and the process. */
  @column()
  declare name: string

  @column()
  declare version: string

  /** JSON: of what must be the same everywhere, the mark on this node. */
  @column()
  declare marks: string

  @instant()
  declare startedAt: DateTime

  @instant()
  declare seenAt: DateTime
}
