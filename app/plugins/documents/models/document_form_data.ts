import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unscoped } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'

/** Members of the editor: `key`, `value`, `type` and others. */
export type FormField = Record<string, unknown>

/** The fields of a submitted form, beside the version with the document. */
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

  /** Digest of the user and the fields. */
  @column()
  declare identity: string

  @instant({ autoCreate: true })
  declare createdAt: DateTime
}
