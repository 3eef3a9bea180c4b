import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { scopedBy } from '#kernel/data_scope/declaration'
import { instant } from '#kernel/database/instant'
import type { EditingPerson } from './editing_person.js'
import { sharedRows } from './reach/shared_rows.js'

export const DOCUMENT_STATES = ['draft', 'in_review', 'approved', 'returned'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

export default class Document extends compose(
  BaseModel,
  scopedBy({ owner: 'ownerId', department: 'departmentId', alsoThrough: sharedRows })
) {
  static table = 'documents'

  @column({ isPrimary: true })
  declare id: number

  @column()
  declare title: string

  /** Of the present version, such as `docx`. */
  @column()
  declare fileType: string

  @column()
  declare status: DocumentState

  @column()
  declare latestFileId: number

  /** Of the present version. */
  @column()
  declare versionNo: number

  /** The highest number given so far; a version brought back need not be the present one. */
  @column()
  declare lastVersionNo: number

  /** How often it was submitted so far. */
  @column()
  declare submissionNo: number

  /** Of the editing session in which it is opened now. */
  @column()
  declare sessionKey: string

  @column({
    prepare: (people: EditingPerson[]) => JSON.stringify(people),
    consume: (text: string) => JSON.parse(text) as EditingPerson[],
  })
  declare editing: EditingPerson[]

  @column()
  declare templateId: number | null

  @column()
  declare ownerId: number | null

  @column()
  declare departmentId: number | null

  @instant({ autoCreate: true })
  declare createdAt: DateTime

  @instant({ autoCreate: true, autoUpdate: true })
  declare updatedAt: DateTime

  @instant()
  declare deletedAt: DateTime | null

  @column()
  declare deletedBy: number | null

  /** For a person: with its type, as on a disk. */
  get fileName(): string {
    return `${this.title}.${this.fileType}`
  }
}
