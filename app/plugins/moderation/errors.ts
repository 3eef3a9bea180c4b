import { defineError } from '#kernel/errors/main'

export const E_REPORT_REFUSED = defineError(
  400,
  'E_REPORT_REFUSED',
  'Report what somebody else wrote and has not recalled; a message of your own you can recall'
)
export const E_REPORTED = defineError(409, 'E_REPORTED', 'You have reported this message already')
export const E_REPORT_CLOSED = defineError(
  409,
  'E_REPORT_CLOSED',
  'Somebody has closed this report meanwhile; look at what came of it'
)
