import { SimpleErrorReporter } from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'

/** Nobody reads more; and to name every fault of a long list costs far more than the list. */
const MOST_FAULTS = 100

/** Tells the first faults of a request, and stops looking for more. */
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
