import db from '@adonisjs/lucid/services/db'
import { LARGEST_ID } from '#kernel/contracts/main'
import DocumentFormData from '../models/document_form_data.js'

/** Limit for all forms of one answer, except for the first. */
const MOST_BYTES = 1024 * 1024
const MOST_ROWS = 100

interface SubmittedWith {
  documentId: number
  versionNo: number
  submittedBy?: number
}

/** The newest forms of a version with an id below `before`, as many as fit into one answer. */
export async function submittedForms(version: SubmittedWith, before = LARGEST_ID) {
  const { ids, isAll } = await fitting(version, before)
  const forms = await DocumentFormData.query().whereIn('id', ids).orderBy('id', 'desc')
  return { forms, before: isAll ? null : ids.at(-1)! }
}

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
