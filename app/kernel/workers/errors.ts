import { Exception } from '@adonisjs/core/exceptions'

/** A task in a thread exceeded its time or memory. The caller replaces it with an error for the client. */
export class E_THREAD_LIMIT extends Exception {
  static code = 'E_THREAD_LIMIT'
  static status = 500
}
