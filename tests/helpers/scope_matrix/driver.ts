import type { DepartmentName, MatrixCase, Verb } from './cases.js'
import type { MatrixRow } from './oracle.js'

/**
 * What an operator can do with the subject's rows. A member that the subject has no way for is left out, and so are
 * its cases.
 */
export interface MatrixHands {
  /** Ids in the list, all pages of it. */
  list?(): Promise<number[]>
  count?(): Promise<number>
  /** Whether the row is answered (`true`) or there is no such row (`false`); anything else throws. */
  show?(id: number): Promise<boolean>
  /** A harmless change of one row; as with `show`. */
  update?(id: number): Promise<boolean>
  delete?(id: number): Promise<boolean>
  /** Several at once; `true` when it was carried out. */
  bulkDelete?(ids: number[]): Promise<boolean>
  export?(): Promise<number[]>
  /** Ids of the subject's rows that come along with another model's. */
  preload?(): Promise<number[]>
}

export interface MatrixOrganisation {
  /** Id of the operator that every case acts as; works in the department `home`. */
  readonly operator: number
  readonly departments: Readonly<Record<DepartmentName, number>>
}

export interface MatrixDriver {
  /** Whether scopes are combined as well; a short matrix is enough where the model is like others. */
  readonly isFull?: boolean
  readonly verbs: readonly Verb[]
  /** What bulk deletion does with ids out of reach: skips them, or refuses the whole. */
  readonly bulk: 'within' | 'all_or_none'
  /** What an operator meets of whose roles none grants: an empty reach, or a refusal (403). */
  readonly ungranted: 'nothing' | 'refused'
  /** Makes the rows anew. Rows of the subject that are there beside them must be out of everybody's sight or in the answer. */
  reset(): Promise<readonly MatrixRow[]>
  as(one: MatrixCase): Promise<MatrixHands>
  /** Ids of those rows that are still stored, past every scope. */
  stored(): Promise<number[]>
  /** Whether a rule keeps a row from being deleted, though it is within reach. */
  kept?(row: MatrixRow): boolean
  /** Ids of those rows that `update` has changed, past every scope. */
  changed?(): Promise<number[]>
}

/** Thrown by hands where the operator is refused as such (403), whatever the row. */
export class MatrixRefusal extends Error {}
