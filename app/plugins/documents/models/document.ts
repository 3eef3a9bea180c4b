import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant, searchText } from '#kernel/database/main'
import { sharedRows } from './reach/shared_rows.js'

export const DOCUMENT_STATES = ['draft', 'in_review', 'approved', 'returned'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

interface EditingPerson {
  id: number
  name: string
}

export default class Document extends compose(
  BaseModel,
  scopedBy({ owner: 'ownerId', department: 'departmentId', alsoThrough: sharedRows })
) {
  static table = 'documents'
  static audit = unaudited('the document log tells what was done with it')

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  /** Of the current version, such as `docx`. */
  @column()
  declare fileType: string

  @column()
  declare status: DocumentState

  @column()
  declare latestFileId: number

  /** Of the current version. */
  @column()
  declare versionNo: number

  @column()
  declare lastVersionNo: number

  @column()
  declare submissionNo: number

  @column()
  declare sessionKey: string

  @column({
    prepare: (people: EditingPerson[]) => JSON.stringify(people),
    consume: (text: string) => JSON.parse(text) as EditingPerson[],
  })
  declare editing: EditingPerson[]

  @column()
  declare ownerId: number | null

  @column()
  declare departmentId: number | null

  @searchText('title')
  declare searchText: string | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime

  @instant()
  declare deletedAt: DateTime | null

  @column()
  declare deletedBy: number | null

  get fileName(): string {
    return `${this.title}.${this.fileType}`
  }
}
