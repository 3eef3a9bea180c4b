import { E_VALIDATION } from './errors.js'

/** Far more than any body needs, far less than a recursion bears. */
const DEEPEST = 100

/**
 * Text without null bytes and halves of surrogate pairs, in members that are not nested beyond reason.
 *
 * @throws E_VALIDATION naming the member
 */
export function assertPlainValues(value: unknown, field = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) refuse(field, 'text', 'must not contain null bytes')
    if (!value.isWellFormed()) refuse(field, 'text', 'must not contain half a character')
    return
  }
  if (value === null || typeof value !== 'object') return
  if (depth > DEEPEST) refuse(field, 'depth', 'is nested too deeply')
  for (const [key, member] of Object.entries(value)) {
    assertPlainValues(member, field === '' ? key : `${field}.${key}`, depth + 1)
  }
}

function refuse(field: string, rule: string, fault: string): never {
  throw new E_VALIDATION(undefined, {
    errors: [{ field, rule, message: `The ${field} field ${fault}` }],
  })
}
