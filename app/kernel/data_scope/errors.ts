import { Exception } from '@adonisjs/core/exceptions'
import { defineError } from '../http/define_error.js'

/** A model said neither whose rows it keeps nor why nobody's reach matters; stops the boot, and any query. */
export class E_MODEL_UNDECLARED extends Exception {
  static code = 'E_MODEL_UNDECLARED'
  static status = 500
  readonly remedied = true
}

/** A scoped model was asked to read from something that is not its table, where its scope has no columns. */
export class E_SCOPE_OUT_OF_SIGHT extends Exception {
  static code = 'E_SCOPE_OUT_OF_SIGHT'
  static status = 500
}

export const E_OWNERSHIP = defineError(
  422,
  'E_OWNERSHIP',
  'Owner and department of a row are set by the service and cannot be given'
)

export const E_CURSOR = defineError(
  422,
  'E_VALIDATION',
  'The cursor does not belong to this list and sort'
)
export const E_OFFSET = defineError(
  422,
  'E_VALIDATION',
  'The page lies too deep; follow nextCursor from the page before it instead'
)
