import { Refusal, E_UNAVAILABLE } from '#kernel/errors/main'

/** These can never succeed. */
const FOR_GOOD = [
  ...['E_EDITOR_TOKEN', 'E_EDITOR_URL', 'E_BAD_REQUEST', 'E_NOT_FOUND'],
  'E_PAYLOAD_TOO_LARGE',
]

/** What a callback is answered: after a 4xx it is never sent again; whatever may pass is a 503, after which it is. */
export function callbackFault(error: unknown): Refusal {
  if (error instanceof Refusal && FOR_GOOD.includes(error.code!)) return error
  return new E_UNAVAILABLE(undefined, { cause: error })
}
