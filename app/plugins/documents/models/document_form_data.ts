import { column } from '@adonisjs/lucid/orm'
import { DocumentRow } from './document_row.js'

/** Members of the editor: `key`, `value`, `type` and others. */
export type FormField = Record<string, unknown>

/** The fields of a submitted form, beside the version with the document. */
export default class DocumentFormData extends DocumentRow {
  static table = 'document_form_data'

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
}
