import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { audited } from '#kernel/auditing/main'
import { unscoped } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'

export const TEMPLATE_STATES = ['online', 'offline'] as const
export type TemplateState = (typeof TEMPLATE_STATES)[number]

export default class DocumentTemplate extends compose(
  BaseModel,
  unscoped('everybody may use a template; ManageTemplates says who may change it')
) {
  static table = 'document_templates'
  static audit = audited<DocumentTemplate>({ name: 'title' })

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  @column()
  declare fileType: string

  @column()
  declare fileId: number

  @column()
  declare status: TemplateState

  @column()
  declare createdBy: number | null

  @searchText('title')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime
}
