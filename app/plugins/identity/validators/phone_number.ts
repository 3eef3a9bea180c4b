import vine from '@vinejs/vine'
import { normalized } from '#kernel/contracts/main'

/** Separators that people and spreadsheets write between digits; some programs add invisible characters. */
const BETWEEN = /[\s()./\p{Pd}\p{Cf}\u2212]/gu
/** An apostrophe makes a spreadsheet treat the number as text. */
const APOSTROPHE = /^['’`]/
/** `+49 (0) 30`: the zero is left out from abroad. */
const TRUNK_ZERO = /^((?:\+|00)[^(]*)\(0\)/
const INTERNATIONAL = /^(?:\+|00)/
/** E.164 has at most 15 digits; codes of countries begin with none of them a zero. */
const PHONE = /^(?:\+[1-9]\d{2,14}|\d{3,15})$/

/** Digits, with `+` before the code of a country; `null` for what is no telephone number. */
export function normalizedPhone(text: string): string | null {
  const plain = normalized(text, 'NFKC').trim().replace(APOSTROPHE, '').trim()
  const digits = plain.replace(TRUNK_ZERO, '$1').replace(BETWEEN, '').replace(INTERNATIONAL, '+')
  return PHONE.test(digits) ? digits : null
}

/** A telephone number as people write it, stored as `normalizedPhone` has it. */
export const phoneNumber = vine.createRule(
  (value, _options, field) => {
    if (!field.isValid) return
    const phone = normalizedPhone(String(value))
    if (phone !== null) return field.mutate(phone, field)
    field.report('The {{ field }} field must be a telephone number', 'phone', field)
  },
  {
    name: 'phone',
    toJSONSchema: (schema) => {
      schema.description =
        '3 to 15 digits, with `+` or `00` before the code of a country; spaces, dashes, dots, slashes and parentheses are left out of what is stored'
    },
  }
)
