import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** As the editor describes a field: `key`, `value`, `type` and others. */
export type FormField = Record<string, unknown>

/** What was filled in when a form was submitted, beside the version that holds the filled-in document. */
export default class DocumentFormData extends compose(
  BaseModel,
  unscoped('reached through its document alone, which is within reach')
) {
  static table = 'document_form_data'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare documentId: number

  @column()
  declare versionNo: number

  @column({
    prepare: (fields: readonly FormField[]) => JSON.stringify(fields),
    consume: (text: string) => JSON.parse(text) as FormField[],
  })
  declare fields: FormField[]

  @column()
  declare submittedBy: number | null

  @column()
  declare submittedByName: string

  /** By which the same submission is known again: of who submitted, and of the fields. */
  @column()
  declare identity: string

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
