import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/operator/operator'
import { operatorOf, People } from '#plugins/identity/main'
import { E_EDITOR_TOKEN } from '../errors.js'
import type Document from '../models/document.js'
import { DocumentReaders } from './document_readers.js'

/** Those for whom addresses were made that the document server fetches: their right is judged when it does. */
@inject()
export class TokenBearers {
  constructor(
    private readonly people: People,
    private readonly readers: DocumentReaders
  ) {}

  /** @throws E_EDITOR_TOKEN when they may no longer see the document */
  async reading(userId: number, document: Document): Promise<Operator> {
    const cards = [...(await this.people.cardsOf([userId])).values()]
    const [reader] = await this.readers.among(document, cards)
    if (reader) return operatorOf(reader)
    throw new E_EDITOR_TOKEN('Whoever this address was made for may no longer see the document')
  }
}
