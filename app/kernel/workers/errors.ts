import { Exception } from '@adonisjs/core/exceptions'

/** A job in a thread took more time or memory than it was given; who gave it says what that means to a client. */
export class E_THREAD_LIMIT extends Exception {
  static code = 'E_THREAD_LIMIT'
  static status = 500
}
