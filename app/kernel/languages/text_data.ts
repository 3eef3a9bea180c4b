import { type Said, Text } from './text.js'

/** A text as another thread can take it; a value that is an object is a text, too. */
export type TextData = string | { template: string; values: Readonly<Record<string, unknown>> }

export function toTextData(said: Said): TextData {
  if (typeof said === 'string') return said
  const { template, values } = said
  return {
    template,
    values: mapped(values, (one) => (one instanceof Text ? toTextData(one) : one)),
  }
}

export function fromTextData(data: TextData): Said {
  if (typeof data === 'string') return data
  return new Text(
    data.template,
    mapped(data.values, (one) => (isTextData(one) ? fromTextData(one) : one))
  )
}

const isTextData = (value: unknown): value is TextData =>
  typeof value === 'object' && value !== null && 'template' in value

function mapped(values: Text['values'], map: (value: unknown) => unknown): Text['values'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
