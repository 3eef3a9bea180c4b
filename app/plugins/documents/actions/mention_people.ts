import { inject } from '@adonisjs/core'
import { currentOperator } from '#kernel/acting/main'
import { People, type Card } from '#plugins/identity/main'
import { addresseeOf } from '../mentions/mention_address.js'
import { mentionNotice, type MentionedIn } from '../mentions/mention_notice.js'
import type Document from '../models/document.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { assertMentioningPace } from '../paces.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'

export interface Mention extends MentionedIn {
  userIds: readonly number[]
  /** From `MentionablePeople`, or real e-mail addresses. */
  emails: readonly string[]
}

const MOST_OF_AN_ADDRESS = 20

@inject()
export class MentionPeople {
  constructor(
    private readonly people: People,
    private readonly readers: DocumentReaders,
    private readonly notices: DocumentNotices
  ) {}

  /** The answer does not say whose an address is, nor why somebody is not reached. */
  async handle(document: Document, { userIds, emails, ...where }: Mention) {
    const operator = currentOperator()
    await assertMentioningPace(operator.id)

    const cardsOf = await this.#cards([...userIds, ...emails.map(addresseeOf)])
    const cards = [...userIds, ...emails].flatMap(cardsOf)
    const reached = new Set((await this.readers.among(document, cards)).map(({ id }) => id))
    const told = [...reached].filter((id) => id !== operator.id)
    if (told.length > 0) await this.#tell(told, document, where)
    const isUnreached = (one: number | string) => !cardsOf(one).some(({ id }) => reached.has(id))
    return {
      told: told.filter((id) => userIds.includes(id)),
      unreached: {
        userIds: [...new Set(userIds.filter(isUnreached))],
        emails: [...new Set(emails.filter(isUnreached))],
      },
    }
  }

  async #tell(told: number[], document: Document, where: MentionedIn): Promise<void> {
    const operator = currentOperator()
    const [author, detail] = [authorOf(operator), { userIds: told }]
    await noteInLog(document.id, { action: 'mentioned', author, detail })
    await this.notices.send(told, document, mentionNotice(document, operator, where))
  }

  /** @returns whom an id or an address stands for */
  async #cards(addressees: readonly (number | string)[]) {
    const byId = await this.people.cardsOf(addressees.filter((one) => typeof one === 'number'))
    const names = addressees.filter((one) => typeof one === 'string')
    const byName = await this.people.addressed(names)
    return (given: number | string): readonly Card[] => {
      const addressee = typeof given === 'number' ? given : addresseeOf(given)
      if (typeof addressee === 'number') return [byId.get(addressee) ?? []].flat()
      const cards = byName.get(addressee) ?? []
      return cards.length > MOST_OF_AN_ADDRESS ? [] : cards
    }
  }
}
