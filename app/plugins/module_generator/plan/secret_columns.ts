import type { FieldType } from './field_types.js'
import { snakeOf } from './names.js'

const SECRET =
  /passw|passphrase|secret(?!ar)|token|credential|(api|private|access|encryption|signing)_?key|(^|_)(pass|pwd|pin|otp|totp|hash|hashes|salt)(_|$)|hash$/

/** Of these nobody can be let in by. */
const PLAIN: readonly FieldType[] = ['boolean', 'date', 'datetime', 'decimal']

/** Whether a column keeps what nobody is to read or to set, by what it is called. */
export function isSecret(column: string, type: FieldType): boolean {
  return SECRET.test(snakeOf(column)) && !PLAIN.includes(type)
}
