import { defineError } from '../http/define_error.js'

export const E_LOCK_BUSY = defineError(
  503,
  'E_LOCK_BUSY',
  'Somebody else is at this right now, please try again later'
)
