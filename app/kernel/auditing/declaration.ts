import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import type { Change } from './change.js'

export interface AuditOptions<Row extends LucidRow> {
  /** What entries call a row; by default the name of the model in dash-case: `document-template`. */
  type?: string
  /** Attribute that stands for a row in lists of entries, such as its title. */
  name?: string & keyof Row
  /** Attributes whose values are not recorded, only that they changed; those that are never serialized need no mention. */
  masked?: readonly (string & keyof Row)[]
  /** Which rows are recorded; all unless given. */
  only?: (row: Row) => boolean
  /** For rows that are themselves a record of what happened: what a new one says. `null` for one that need not be recorded. */
  as?: (row: Row) => Change | null
}

export type AuditDeclaration =
  | ({ readonly kind: 'audited' } & AuditOptions<LucidRow>)
  | { readonly kind: 'unaudited'; readonly reason: string }

const BY_DEFAULT: AuditDeclaration = Object.freeze({ kind: 'audited' })

/**
 * Declares that the audit trail records each change of a row, in its transaction. So it does without a declaration.
 *
 * ```ts
 * class Order extends compose(BaseModel, scopedBy({ owner: 'ownerId' })) {
 *   static audit = audited<Order>({ name: 'title' })
 * }
 * ```
 */
export function audited<Row extends LucidRow>(options: AuditOptions<Row> = {}): AuditDeclaration {
  return Object.freeze({ kind: 'audited', ...options }) as AuditDeclaration
}

/**
 * Declares that the audit trail does not record changes of a model's rows.
 *
 * @param reason why it need not, such as what records them instead
 */
export function unaudited(reason: string): AuditDeclaration {
  return Object.freeze({ kind: 'unaudited', reason })
}

/** What a model declares of itself or its parents; `undefined` for one that declares nothing. */
export function declaredAudit(model: LucidModel): AuditDeclaration | undefined {
  return (model as LucidModel & { audit?: AuditDeclaration }).audit
}

export function auditOf(model: LucidModel): AuditDeclaration {
  return declaredAudit(model) ?? BY_DEFAULT
}
