import type { Language } from './language.js'
import { Text } from './text.js'
import { translate } from './translations.js'

/** A value in which texts stand where it has strings in the end. */
export type Sayable<Value> = Value extends string
  ? string extends Value
    ? Value | Text
    : Value
  : Value extends readonly (infer One)[]
    ? Sayable<One>[]
    : Value extends object
      ? { [Name in keyof Value]: Sayable<Value[Name]> }
      : Value

/** Plain objects and lists with their texts in a language; strings stay as they are. */
export function translated<Value>(value: Sayable<Value>, language: Language): Value {
  return inLanguage(value, language) as Value
}

function inLanguage(value: unknown, language: Language): unknown {
  if (value instanceof Text) return translate(value, language)
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, inLanguage(one, language)])
  return Object.fromEntries(entries)
}
