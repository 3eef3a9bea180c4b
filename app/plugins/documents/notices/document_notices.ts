import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Notices, type Notice } from '#kernel/plugins/main'
import { operatorOf, People } from '#plugins/identity/main'
import type Document from '../models/document.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { withoutTitle } from './quoted.js'

/** Sends notices of a document. Its title is only for those who may see it. */
@inject()
export class DocumentNotices {
  constructor(
    private readonly notices: Notices,
    private readonly people: People,
    private readonly readers: DocumentReaders,
    private readonly logger: Logger
  ) {}

  /** Never throws, as what it is about has happened already. @returns whether it is kept for all of them */
  async send(userIds: readonly number[], document: Document, notice: Notice): Promise<boolean> {
    if (userIds.length === 0) return true
    const about = { ...notice, data: { ...notice.data, documentId: document.id } }
    try {
      return await this.#send(userIds, document, about)
    } catch (error) {
      this.logger.error(
        { err: error, documentId: document.id, userIds },
        'a notice could not be sent'
      )
      return false
    }
  }

  async #send(userIds: readonly number[], document: Document, about: Notice): Promise<boolean> {
    const sees = await this.#whoSees(document, userIds)
    const others = userIds.filter((id) => !sees(id))
    const isKept = await this.#keep(userIds.filter(sees), about)
    return isKept && (others.length === 0 || this.#keep(others, untitled(about, document)))
  }

  async #whoSees(document: Document, userIds: readonly number[]): Promise<(id: number) => boolean> {
    const cards = [...(await this.people.cardsOf(userIds)).values()]
    const reads = await this.readers.of([document], cards.map(operatorOf))
    return (id) => reads(document, id)
  }

  async #keep(userIds: readonly number[], notice: Notice): Promise<boolean> {
    return userIds.length === 0 || (await this.notices.send(userIds, notice)) !== false
  }
}

function untitled(notice: Notice, document: Document): Notice {
  const { title, body } = notice
  return { ...notice, title: withoutTitle(title, document), body: withoutTitle(body, document) }
}
