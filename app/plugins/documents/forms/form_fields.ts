import type { FormField } from '../models/document_form_data.js'

export const LARGEST = 128 * 1024
const MOST_FIELDS = 2_000
const DEEPEST = 8

export class UnreadableForm extends Error {}

export function readFormFields(text: string): FormField[] {
  const fields = parsed(text)
  if (!Array.isArray(fields)) throw new UnreadableForm('It is no list of fields')
  if (fields.length > MOST_FIELDS) throw new UnreadableForm('It has too many fields')
  if (!fields.every(isField)) throw new UnreadableForm('It contains something else than fields')
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
  return isObject(value) && !Array.isArray(value) && isShallow(value)
}

function isShallow(value: unknown, levels = DEEPEST): boolean {
  if (!isObject(value)) return true
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
