import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import { operatorOf, People } from '#plugins/identity/main'
import Document from '../models/document.js'
import type DocumentViewing from '../models/document_viewing.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { OuterReasons } from '../rights/outer_reasons.js'

/** Finds those who may have a document open that they may no longer see, in as many questions as of one. */
@inject()
export class LostViewings {
  constructor(
    private readonly people: People,
    private readonly outerReasons: OuterReasons,
    private readonly readers: DocumentReaders
  ) {}

  async among(viewings: readonly DocumentViewing[]): Promise<DocumentViewing[]> {
    if (viewings.length === 0) return []
    const cards = await this.people.cardsOf(viewings.map(({ userId }) => userId))
    const reasonOf = await this.outerReasons.of(viewings, cards)
    const documents = await presentOf(viewings)
    const operators = [...cards.values()].filter(({ active }) => active).map(operatorOf)
    const reads = await this.readers.of([...documents.values()], operators)
    return viewings.filter((viewing) => {
      const document = documents.get(viewing.documentId)
      return !document || reasonOf(viewing) !== null || !reads(document, viewing.userId)
    })
  }
}

/** What lies in the trash is seen by nobody. */
async function presentOf(viewings: readonly DocumentViewing[]): Promise<Map<number, Document>> {
  const ids = [...new Set(viewings.map(({ documentId }) => documentId))]
  const documents = await actAsSystem('what is looked at', () =>
    Document.query().whereIn('id', ids).whereNull('deletedAt')
  )
  return new Map(documents.map((document) => [document.id, document]))
}
