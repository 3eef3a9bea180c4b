import { E_DOCUMENT_STATE } from '../errors.js'
import type Document from '../models/document.js'
import type { DocumentState } from '../models/document.js'

const WORDS: Record<DocumentState, string> = {
  draft: 'a draft',
  in_review: 'under review',
  approved: 'approved',
  returned: 'returned',
}

const CHANGEABLE: readonly DocumentState[] = ['draft', 'returned']

/** The content cannot be changed during a review and after the approval. */
export function isChangeable({ status }: Pick<Document, 'status'>): boolean {
  return CHANGEABLE.includes(status)
}

export function assertChangeable(document: Document, consequence: string): void {
  if (!isChangeable(document)) refuse(document, consequence)
}

export function assertState(document: Document, state: DocumentState, consequence: string): void {
  if (document.status !== state) refuse(document, consequence)
}

function refuse({ status }: Document, consequence: string): never {
  throw new E_DOCUMENT_STATE(`The document is ${WORDS[status]}, so ${consequence}`)
}
