import type { Dialect } from '#kernel/database/main'
import type { ActingOperator } from '#kernel/acting/main'
import { type Said } from '#kernel/languages/main'
import type { Predicate } from './predicate.js'

/** As whom, and in which statement, further rows are asked for. */
export interface FurtherContext {
  readonly acting: ActingOperator & { readonly permission: string }
  readonly dialect: Dialect
  /** The quoted column of the table whose rows are asked for. */
  column(name: string): string
}

export interface FurtherRows {
  /** A `select` of their primary keys; of other tables than their own. */
  readonly keys: Predicate
  /** What they have to meet besides, by their own columns. */
  readonly only?: Predicate
}

/**
 * Rows that an operator reaches in another way than by owner and department, such as shared rows. The condition is part of
 * every statement on the model's rows, writes included, so it depends on the permission.
 */
export interface FurtherReach {
  /** What these rows are, for people: `rows shared with the user`. */
  readonly words: Said
  /** What would make a row one of them, for people: `Share it with the user`. */
  readonly remedy: Said
  /**
   * Further rows; `null` where through this permission there are none. The text must not depend on values but for ids.
   */
  rows(context: FurtherContext): FurtherRows | null
  /** Why a row is one of them, a sentence for each reason; empty where it is not. */
  reasons(acting: FurtherContext['acting'], id: number): Promise<Said[]>
}

/** Whether the permission admits any further rows. */
export function furtherAdmits(further: FurtherReach, acting: FurtherContext['acting']): boolean {
  return further.rows({ acting, dialect: 'sqlite', column: (name) => name }) !== null
}

/** `null` for operators who act through no permission. */
export function furtherRows(
  further: FurtherReach | null,
  acting: ActingOperator,
  context: Omit<FurtherContext, 'acting'>
): FurtherRows | null {
  const { permission } = acting
  if (further === null || permission === null) return null
  return further.rows({ acting: { ...acting, permission }, ...context })
}
