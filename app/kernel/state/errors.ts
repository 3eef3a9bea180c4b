import { defineError, E_UNAVAILABLE } from '#kernel/errors/main'

export const E_LOCK_BUSY = defineError(
  503,
  'E_LOCK_BUSY',
  'Somebody else is at this right now, please try again later'
)

/** The shared state is not available. The message for clients does not say what is missing; the log does. */
export class SharedStateLost extends E_UNAVAILABLE {}
