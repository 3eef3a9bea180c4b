import { emptyOdt } from '../../../../fakes/document_server/conversion.js'
import type { Person } from '../stage/person.js'

/** What a walk begins with: none of them holds any text. `foreign` is a format that comes back as another. */
export type Beginning = 'docx' | 'odt' | 'foreign'

/** Named as often as it is to happen; the plain one first, for that is what a walk shrinks to. */
export const BEGINNINGS: readonly Beginning[] = [
  'docx',
  'docx',
  'docx',
  'odt',
  'foreign',
  'foreign',
]

/** @returns the document's id */
export async function begin(by: Person, title: string, beginning: Beginning): Promise<number> {
  const { id } = await (beginning === 'docx' ? makeBlank(by, title) : upload(by, title))

  return id
}

const makeBlank = (by: Person, title: string): Promise<{ id: number }> =>
  by.need('POST', '/app/document', { fileType: 'docx', title })

function upload(by: Person, title: string): Promise<{ id: number }> {
  const form = new FormData()
  form.set('title', title)
  form.set('file', new Blob([Buffer.from(emptyOdt())]), 'notes.odt')

  return by.need('POST', '/app/document', form)
}
