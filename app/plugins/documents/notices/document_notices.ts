import { inject } from '@adonisjs/core'
import { FaultLog } from '#kernel/health/fault_log'
import { Notices, type Notice } from '#kernel/notices/notices'
import { operatorOf, People } from '#plugins/identity/main'
import type Document from '../models/document.js'
import DocumentLog from '../models/document_log.js'
import { DocumentReaders } from '../rights/document_readers.js'

/** A text that was written before it is told names the document as it was called then: at most so many names ago. */
const MOST_NAMES = 100

/** The one way in which people hear of a document: its title is for those alone who may see it. */
@inject()
export class DocumentNotices {
  constructor(
    private readonly notices: Notices,
    private readonly people: People,
    private readonly readers: DocumentReaders,
    private readonly faults: FaultLog
  ) {}

  /**
   * Never throws, as what it is about has happened already. The title is what stands in “quotation marks” in it.
   *
   * @returns whether it is kept for all of them
   */
  async send(userIds: readonly number[], document: Document, notice: Notice): Promise<boolean> {
    if (userIds.length === 0) return true
    const about = { ...notice, data: { ...notice.data, documentId: document.id } }
    try {
      return await this.#send(userIds, document, about)
    } catch (error) {
      this.faults.error({ err: error, documentId: document.id, userIds }, 'a notice is not told')
      return false
    }
  }

  async #send(userIds: readonly number[], document: Document, about: Notice): Promise<boolean> {
    const sees = await this.#whoSees(document, userIds)
    const others = userIds.filter((id) => !sees(id))
    const isKept = await this.#keep(userIds.filter(sees), about)
    return isKept && (others.length === 0 || this.#keep(others, await untitled(about, document)))
  }

  /** Of whoever cannot log in it is what they could see if they did: they find it when they are back. */
  async #whoSees(document: Document, userIds: readonly number[]): Promise<(id: number) => boolean> {
    const cards = [...(await this.people.cardsOf(userIds)).values()]
    const reads = await this.readers.of([document], cards.map(operatorOf))
    return (id) => reads(document, id)
  }

  async #keep(userIds: readonly number[], notice: Notice): Promise<boolean> {
    return userIds.length === 0 || (await this.notices.send(userIds, notice)) !== false
  }
}

async function untitled(notice: Notice, document: Document): Promise<Notice> {
  const names = await namesOf(document)
  const instead = `a document that you may not see (no. ${document.id})`
  const masked = (text: string) =>
    sentence(names.reduce((said, name) => said.replaceAll(`“${name}”`, instead), text))
  return { ...notice, title: masked(notice.title), body: masked(notice.body) }
}

async function namesOf({ id: documentId, title }: Document): Promise<string[]> {
  const renamings = await DocumentLog.query()
    .where({ documentId, action: 'renamed' })
    .orderBy('id', 'desc')
    .limit(MOST_NAMES)
  return [
    title,
    ...renamings.flatMap(({ detail }) => (typeof detail?.from === 'string' ? detail.from : [])),
  ]
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
