import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/acting/main'
import { say } from '#kernel/languages/main'
import { operatorOf, People } from '#plugins/identity/main'
import type { Bearer } from '../editor/editor_tokens.js'
import { E_EDITOR_TOKEN } from '../errors.js'
import type Document from '../models/document.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { OuterReasons } from '../rights/outer_reasons.js'

/** Checks the rights of the user of a URL, at the time when the document server requests it. */
@inject()
export class TokenBearers {
  constructor(
    private readonly people: People,
    private readonly outerReasons: OuterReasons,
    private readonly readers: DocumentReaders
  ) {}

  /** @throws E_EDITOR_TOKEN when the user may not read the document any more, or the login was ended */
  async reading({ user, session }: Bearer, document: Document): Promise<Operator> {
    const cards = await this.people.cardsOf([user])
    const bearer = { userId: user, sessionId: session || null }
    const outerReason = (await this.outerReasons.of([bearer], cards))(bearer)
    if (outerReason) throw new E_EDITOR_TOKEN(say`This address is no longer valid: ${outerReason}`)

    const [reader] = await this.readers.among(document, [...cards.values()])
    if (reader) return operatorOf(reader)
    throw new E_EDITOR_TOKEN('The user of this address may no longer read the document')
  }
}
