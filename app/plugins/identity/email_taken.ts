import { isConstraintConflict } from '#kernel/database/main'
import { E_CONFLICT } from '#kernel/errors/main'

const MESSAGE = 'Another enabled user has this e-mail address'

/** For `catch` where users are written: refuses an e-mail address that another user has. */
export function emailTaken(error: unknown): never {
  if (!isConstraintConflict(error) || !String((error as Error).message).includes('email_key'))
    throw error
  const errors = [{ field: 'email', rule: 'unique', message: MESSAGE }]
  throw new E_CONFLICT(MESSAGE, { errors, cause: error })
}
