import { Exception } from '@adonisjs/core/exceptions'

/** Stops the boot with one sentence: the key, and the remedy. */
export class E_MISSING_SETTING extends Exception {
  static code = 'E_MISSING_SETTING'
  static status = 500
  readonly remedied = true
}
