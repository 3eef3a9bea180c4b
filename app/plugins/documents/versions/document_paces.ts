import { spend } from '#kernel/rate_limit/quota'

/** What one person does with documents in a minute: more than anybody does by hand, and enough for a script. */
const A_MINUTE = { duration: '1 minute' }

const CREATING = {
  ...A_MINUTE,
  name: 'documents:created',
  most: 120,
  spent: 'You have made as many documents as one may in a minute',
}
const RENAMING = {
  ...A_MINUTE,
  name: 'documents:renamed',
  most: 60,
  spent: 'You have renamed documents as often as one may in a minute',
}
const CONVERTING = {
  ...A_MINUTE,
  name: 'documents:converted',
  most: 60,
  spent: 'You have begun as many conversions as one may in a minute',
}

/** @throws E_TOO_MANY_REQUESTS */
export const assertCreatingPace = (operatorId: number) => spend(CREATING, operatorId)

/** @throws E_TOO_MANY_REQUESTS */
export const assertRenamingPace = (operatorId: number) => spend(RENAMING, operatorId)

/** @throws E_TOO_MANY_REQUESTS */
export const assertConvertingPace = (operatorId: number) => spend(CONVERTING, operatorId)
