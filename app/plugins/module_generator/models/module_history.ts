import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { decimalColumn, jsonColumn, instant } from '#kernel/database/main'

const unscopedModel = unscoped('whoever may generate modules may see who did')

export type HistoryAction = 'draft' | 'apply' | 'regenerate' | 'undo'

/** What was done with modules, by whom, and what a language model had to do with it. */
export default class ModuleHistory extends compose(BaseModel, unscopedModel) {
  static table = 'module_histories'
  static audit = audited<ModuleHistory>({
    as: ({ action, moduleName, changeId }) => ({
      action,
      type: 'module',
      id: moduleName,
      name: moduleName,
      after: { changeId },
    }),
  })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare moduleName: string | null

  @column()
  declare action: HistoryAction

  /** Of a change of the tree. */
  @column()
  declare changeId: string | null

  @column()
  declare operatorId: number | null

  @jsonColumn()
  declare plan: unknown

  /** Of a plan that a language model drafted. */
  @column()
  declare planDigest: string | null

  /** Without secrets. */
  @column()
  declare prompt: string | null

  /** What the model answered, one by one, without secrets. */
  @jsonColumn()
  declare answers: string[] | null

  @jsonColumn()
  declare report: unknown

  @column()
  declare promptTokens: number | null

  @column()
  declare answerTokens: number | null

  /** In the currency of the configured prices. */
  @decimalColumn()
  declare cost: number | null

  @column()
  declare milliseconds: number

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
