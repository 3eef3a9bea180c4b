import { Exception } from '@adonisjs/core/exceptions'
import type { Said } from '#kernel/languages/main'

export interface FieldFault {
  field: string
  rule: string
  message: Said
}

/**
 * An error whose message may be shown to a client. `reason` is its stable code (`E_…`); `errors` names the
 * fields at fault; `headers` go onto the answer. `said` is the message to be translated; `message` is that in English.
 */
export class Refusal extends Exception {
  readonly said: Said = this.message
  readonly errors?: FieldFault[]
  readonly headers?: Record<string, string>
}

export interface RefusalClass {
  new (
    message?: Said,
    options?: { errors?: FieldFault[]; headers?: Record<string, string>; cause?: unknown }
  ): Refusal
  readonly code: string
  readonly status: number
  readonly message: string
}

/**
 * Declares an error that a client can act on.
 *
 * @param status HTTP status, also the envelope's `code`
 * @param code stable reason, `E_…`
 * @param message default text for the human operator in English; it names the remedy
 */
export function defineError(status: number, code: string, message: string): RefusalClass {
  return class extends Refusal {
    static status = status
    static code = code
    static message = message
    readonly said: Said
    readonly errors?: FieldFault[]
    readonly headers?: Record<string, string>

    constructor(
      said: Said = message,
      options: { errors?: FieldFault[]; headers?: Record<string, string>; cause?: unknown } = {}
    ) {
      super(String(said), { status, code, cause: options.cause })
      this.said = said
      this.errors = options.errors
      this.headers = options.headers
    }
  }
}
