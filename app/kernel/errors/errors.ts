import { defineError } from './define_error.js'

export const E_BAD_REQUEST = defineError(
  400,
  'E_BAD_REQUEST',
  'The request could not be understood'
)
export const E_UNAUTHENTICATED = defineError(401, 'E_UNAUTHENTICATED', 'Log in to continue')
export const E_FORBIDDEN = defineError(403, 'E_FORBIDDEN', 'You do not have permission to do this')
export const E_NOT_FOUND = defineError(404, 'E_NOT_FOUND', 'Not found')
export const E_CONFLICT = defineError(
  409,
  'E_CONFLICT',
  'The change conflicts with the present state'
)
export const E_PAYLOAD_TOO_LARGE = defineError(
  413,
  'E_PAYLOAD_TOO_LARGE',
  'The request body is too large'
)
export const E_TOO_SLOW = defineError(
  408,
  'E_TOO_SLOW',
  'The request did not come in time; send it again'
)
export const E_UNSUPPORTED_TYPE = defineError(
  415,
  'E_UNSUPPORTED_TYPE',
  'Send the body in a content type that this operation takes'
)
export const E_EXPECTATION = defineError(
  417,
  'E_EXPECTATION',
  'Nothing but 100-continue can be expected; leave the header Expect out'
)
export const E_VALIDATION = defineError(422, 'E_VALIDATION', 'The request has invalid fields')
export const E_TOO_MANY_REQUESTS = defineError(
  429,
  'E_TOO_MANY_REQUESTS',
  'Too many requests, please try again later'
)
export const E_HEADERS_TOO_LARGE = defineError(
  431,
  'E_HEADERS_TOO_LARGE',
  'The line and the headers of a request must not be larger than 16 KB'
)
export const E_SYSTEM_BUSY = defineError(
  500,
  'E_SYSTEM_BUSY',
  'System busy, please try again later'
)
export const E_UNAVAILABLE = defineError(
  503,
  'E_UNAVAILABLE',
  'System busy, please try again later'
)

/** Refused because too much work is under way. It is no fault: the log counts it instead of listing each. */
export class Overloaded extends E_UNAVAILABLE {}
