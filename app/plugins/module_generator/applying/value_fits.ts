import { DateTime } from 'luxon'
import { type Said, say } from '#kernel/languages/main'
import { LARGEST_INTEGER } from '../plan/field_types.js'
import type { FieldSpec } from '../plan/module_spec.js'
import { isNullable } from '../rendering/column_code.js'
import { numberBounds } from '../rendering/rule_code.js'

/** What a value lacks to stand in a column as it is to be, and what can be done about it. */
export interface Misfit {
  rule: string
  /** Goes on after `3 rows of "books" `. */
  what: Said
  remedy: Said
}

const TEXTS = ['string', 'text', 'enum', 'date', 'json']
const NUMBERS = ['integer', 'decimal']
/** Every database writes these in its own way, so nothing else is made of them while there are any. */
const OWN_WAY = ['boolean', 'datetime']

/**
 * Whether a value that the database has would go on as a value of the changed field: `null` where it would, whole and
 * as it is.
 *
 * @param value as the driver reads it
 */
export function misfitOf(value: unknown, from: FieldSpec, to: FieldSpec): Misfit | null {
  if (value === null) return isNullable(to) ? null : EMPTY
  if (from.type !== to.type && [from, to].some(({ type }) => OWN_WAY.includes(type)))
    return {
      rule: 'type',
      what: say`have a ${from.type}, which becomes no ${to.type}`,
      remedy: say`empty them first, or add a field of type ${to.type} beside it`,
    }
  if (NUMBERS.includes(to.type)) return numberMisfit(plainDigits(value), to)
  if (TEXTS.includes(to.type)) return textMisfit(String(value), to)
  return null
}

const EMPTY: Misfit = {
  rule: 'required',
  what: say`have no value, and must have one from now on`,
  remedy: say`fill them first, or leave "required" out`,
}

function textMisfit(text: string, { type, length, values }: FieldSpec): Misfit | null {
  const chars = [...text].length
  if ((type === 'string' || type === 'text') && chars > length)
    return {
      rule: 'length',
      what: say`have more than ${length} characters`,
      remedy: say`shorten them first, or let "length" be greater`,
    }
  if (type === 'enum' && !values.includes(text))
    return {
      rule: 'values',
      what: say`have a value that is to be none any more`,
      remedy: say`change them first, or leave the value among "values"`,
    }
  if (type === 'date' && !isDay(text)) return unlike(say`no day, as in 2026-11-21`)
  return type === 'json' && !isJson(text) ? unlike(say`no JSON`) : null
}

function numberMisfit(digits: string | null, to: FieldSpec): Misfit | null {
  const { type, precision, scale } = to
  const whole = type === 'integer'
  if (digits === null) return unlike(whole ? say`no whole number` : say`no number`)
  const [before = '', after = ''] = digits.replace('-', '').split('.')
  if (whole && after !== '') return unlike(say`no whole number`)
  if (!whole && (after.length > scale || before.replace(/^0+/, '').length > precision - scale))
    return {
      rule: 'precision',
      what: say`have digits that decimal(${precision},${scale}) has no place for`,
      remedy: say`round them first, or let "precision" and "scale" be greater`,
    }
  const { min, max } = numberBounds(to)!
  const number = Number(digits)
  if (number >= min && number <= max && Math.abs(number) <= (whole ? LARGEST_INTEGER : Infinity))
    return null
  return {
    rule: 'range',
    what: say`are not within ${min} and ${max}`,
    remedy: say`change them first, or let the bounds be wider`,
  }
}

function unlike(what: Said): Misfit {
  return {
    rule: 'type',
    what: say`have a value that is ${what}`,
    remedy: say`change them first, or leave the type as it was`,
  }
}

/** `12.5` for `12.50`, as each database writes a number; `null` for what is none. */
function plainDigits(value: unknown): string | null {
  const text = typeof value === 'number' ? shown(value) : String(value)
  const [, sign, before, after = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (before === undefined) return null
  const rest = after.replace(/(?<!0)0+$/, '')
  return `${sign}${before}${rest === '' ? '' : `.${rest}`}`
}

function shown(number: number): string {
  return /e/.test(String(number)) ? number.toFixed(10) : String(number)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text).isValid
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
