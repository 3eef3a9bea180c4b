import { type Said, say, type Text } from '#kernel/languages/main'
import { E_DOCUMENT_STATE } from '../errors.js'
import type Document from '../models/document.js'
import type { DocumentState } from '../models/document.js'

const WORDS: Record<DocumentState, Text> = {
  draft: say`a draft`,
  in_review: say`under review`,
  approved: say`approved`,
  returned: say`returned`,
}

const CHANGEABLE: readonly DocumentState[] = ['draft', 'returned']

/** The content cannot be changed during a review and after the approval. */
export function isChangeable({ status }: Pick<Document, 'status'>): boolean {
  return CHANGEABLE.includes(status)
}

export function assertChangeable(document: Document, consequence: Said): void {
  if (!isChangeable(document)) refuse(document, consequence)
}

export function assertState(document: Document, state: DocumentState, consequence: Said): void {
  if (document.status !== state) refuse(document, consequence)
}

function refuse({ status }: Document, consequence: Said): never {
  throw new E_DOCUMENT_STATE(say`The document is ${WORDS[status]}, so ${consequence}`)
}
