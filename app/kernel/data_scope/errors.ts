import { Exception } from '@adonisjs/core/exceptions'
import { defineError } from '#kernel/errors/main'

/** A model declares neither `scopedBy` nor `unscoped`. Thrown at boot, and by any query. */
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

/** A listing or a label names what its model does not have or does not show: a fault of the code. */
export class E_LISTING extends Exception {
  static code = 'E_LISTING'
  static status = 500
}

export const E_OWNERSHIP = defineError(
  422,
  'E_OWNERSHIP',
  'Owner and department of a row are set by the service and cannot be given'
)
