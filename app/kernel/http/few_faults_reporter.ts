import { SimpleErrorReporter } from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'

/** Naming every fault of a long list costs more than the list itself. */
const MOST_FAULTS = 100

/** Reports the first faults of a request only. */
export class FewFaultsReporter extends SimpleErrorReporter {
  override report(
    message: string,
    rule: string,
    field: FieldContext,
    meta?: Record<string, unknown>
  ): void {
    super.report(message, rule, field, meta)
    if (this.errors.length >= MOST_FAULTS) throw this.createError()
  }
}
