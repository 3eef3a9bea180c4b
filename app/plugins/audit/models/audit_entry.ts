import { BaseModel, column } from '@adonisjs/lucid/orm'
import { compose } from '@adonisjs/core/helpers'
import type { DateTime } from 'luxon'
import { unaudited } from '#kernel/auditing/main'
import { scopedBy } from '#kernel/data_scope/main'
import { instant, jsonColumn } from '#kernel/database/main'
import type { Details } from '../chain/entry_row.js'

/** Belongs to whoever acted. Written by StoredTrail, and sealed once it is committed. */
export default class AuditEntry extends compose(
  BaseModel,
  scopedBy({ owner: 'actorId', department: 'departmentId', stamps: false })
) {
  static table = 'audit_entries'
  static audit = unaudited('it is the audit trail')

  @column({ isPrimary: true })
  declare id: number

  @instant()
  declare createdAt: DateTime

  @column()
  declare actorId: number | null

  @column()
  declare departmentId: number | null

  @column()
  declare permission: string | null

  @column()
  declare systemReason: string | null

  @column()
  declare operation: string | null

  @column()
  declare requestId: string | null

  @column()
  declare address: string | null

  @column()
  declare outcome: 'done' | 'refused'

  @column()
  declare reason: string | null

  @column()
  declare action: string

  @column()
  declare subjectType: string

  @column()
  declare subjectId: string | null

  @jsonColumn()
  declare details: Details | null

  @column({ serializeAs: null })
  declare nonce: string

  /** Authenticates the others. */
  @column({ serializeAs: null })
  declare mac: string

  /** Its place in the chain, from 1; `null` until it is sealed. */
  @column()
  declare sealNo: number | null
}
