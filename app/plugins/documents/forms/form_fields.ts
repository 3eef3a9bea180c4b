import type { FormField } from '../models/document_form_data.js'

/** Bytes. */
export const LARGEST = 128 * 1024
const MOST_FIELDS = 2_000
const DEEPEST = 8

/** What was submitted is no form data; it is the browser that says it, and the document server that passes it on. */
export class UnreadableForm extends Error {}

/** @throws UnreadableForm */
export function readFormFields(text: string): FormField[] {
  const fields = parsed(text)
  if (!Array.isArray(fields)) throw new UnreadableForm('It is no list of fields')
  if (fields.length > MOST_FIELDS) throw new UnreadableForm('It has too many fields')
  if (!fields.every(isField)) throw new UnreadableForm('It holds what is no field')
  return fields
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableForm('It is no JSON', { cause: error })
  }
}

function isField(value: unknown): value is FormField {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !isDeeper(value, DEEPEST)
  )
}

/** Level by level, for recursion has its own end. */
function isDeeper(value: object, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : []
    )
  }
  return false
}
