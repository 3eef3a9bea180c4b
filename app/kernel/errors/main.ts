/** Errors with a code and a status, the common refusals, and work with a time limit. */
export { type FieldFault, Refusal, type RefusalClass, defineError } from './define_error.js'
export {
  E_BAD_REQUEST,
  E_CONFLICT,
  E_EXPECTATION,
  E_FORBIDDEN,
  E_HEADERS_TOO_LARGE,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_SYSTEM_BUSY,
  E_TOO_MANY_REQUESTS,
  E_TOO_SLOW,
  E_UNAUTHENTICATED,
  E_UNAVAILABLE,
  E_UNSUPPORTED_TYPE,
  E_VALIDATION,
  Overloaded,
} from './errors.js'
export { TimeoutError, withTimeout } from './with_timeout.js'
