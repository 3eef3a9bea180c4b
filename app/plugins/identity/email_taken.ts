import { isConstraintConflict } from '#kernel/database/main'
import { E_CONFLICT } from '#kernel/errors/main'

const MESSAGE = 'Another enabled user has this e-mail address'

/** Tells an e-mail address that is taken from other conflicts: `.catch(emailTaken)` where users are written. */
export function emailTaken(error: unknown): never {
  if (!isConstraintConflict(error) || !String((error as Error).message).includes('email_key'))
    throw error
  const errors = [{ field: 'email', rule: 'unique', message: MESSAGE }]
  throw new E_CONFLICT(MESSAGE, { errors, cause: error })
}
