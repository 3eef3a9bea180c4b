import { setImmediate } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { LARGEST_ID } from '#kernel/http/query_parameters'
import DocumentFormData from '../models/document_form_data.js'

/** Of all that are answered at once, but for the first. */
const MOST_BYTES = 1024 * 1024
const MOST_ROWS = 100

/** So many are read at once. */
const AT_ONCE = 10

interface SubmittedWith {
  documentId: number
  versionNo: number
  /** Where it is theirs alone that are asked for. */
  submittedBy?: number
}

export interface SubmittedForms {
  /** Newest first. */
  forms: DocumentFormData[]
  /** What older ones are asked for with; `null` where there are none. */
  before: number | null
}

/** What was submitted with a version before the given one: the newest of it that together are not too long. */
export async function submittedForms(
  version: SubmittedWith,
  before = LARGEST_ID
): Promise<SubmittedForms> {
  const { ids, isAll } = await fitting(version, before)
  const forms: DocumentFormData[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = DocumentFormData.query().whereIn('id', ids.slice(from, from + AT_ONCE))
    forms.push(...(await some.orderBy('id', 'desc')))
    await setImmediate()
  }
  return { forms, before: isAll ? null : ids.at(-1)! }
}

/** Told by their lengths alone, which no database reads the fields for. */
async function fitting(version: SubmittedWith, before: number) {
  const rows = await DocumentFormData.query()
    .where(version)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(MOST_ROWS + 1)
    .select('id', db.raw('octet_length(fields) as bytes'))
  const ids: number[] = []
  let left = MOST_BYTES
  for (const { id, $extras } of rows.slice(0, MOST_ROWS)) {
    left -= Number($extras.bytes)
    if (left < 0 && ids.length > 0) break
    ids.push(id)
  }
  return { ids, isAll: ids.length === rows.length }
}
