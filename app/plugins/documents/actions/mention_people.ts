import { inject } from '@adonisjs/core'
import { currentOperator } from '#kernel/operator/acting'
import type { Card } from '#plugins/identity/main'
import { mentionNotice, type MentionedIn } from '../mentions/mention_notice.js'
import type Document from '../models/document.js'
import { DocumentNotices } from '../notices/document_notices.js'
import { DocumentReaders } from '../rights/document_readers.js'
import { assertMentioningPace } from '../paces.js'
import { MentionedPeople, type Mentioned } from '../queries/mentioned_people.js'
import { authorOf } from '../versions/author.js'
import { noteInLog } from '../versions/document_log.js'

export interface Mention extends MentionedIn {
  userIds: readonly number[]
  /** As `MentionablePeople` gave them out, or e-mail addresses. */
  emails: readonly string[]
}

export interface Told {
  /** Of those who were named by id: whose an address is stays with whoever has it. */
  told: number[]
  /** Those that are nobody, or may not see the document: which of it is not said. */
  unreached: { userIds: number[]; emails: string[] }
}

/** Tells people that they were mentioned in a document which they may see. */
@inject()
export class MentionPeople {
  constructor(
    private readonly people: MentionedPeople,
    private readonly readers: DocumentReaders,
    private readonly notices: DocumentNotices
  ) {}

  /** @throws E_TOO_MANY_REQUESTS */
  async handle(document: Document, { userIds, emails, ...where }: Mention): Promise<Told> {
    const operator = currentOperator()
    await assertMentioningPace(operator.id)

    const mentioned = await this.people.find(userIds, emails)
    const readers = await this.readers.among(document, everybodyOf(mentioned))
    const reached = new Set(readers.map(({ id }) => id))
    const told = [...reached].filter((id) => id !== operator.id)
    if (told.length > 0) {
      const detail = { userIds: told }
      await noteInLog(document.id, { action: 'mentioned', author: authorOf(operator), detail })
      await this.notices.send(told, document, mentionNotice(document, operator, where))
    }
    const named = new Set(userIds)
    return {
      told: told.filter((id) => named.has(id)),
      unreached: unreachedOf(mentioned, reached),
    }
  }
}

function everybodyOf(mentioned: readonly Mentioned[]): Card[] {
  const cards = mentioned.flatMap((one) => one.cards)
  return [...new Map(cards.map((card) => [card.id, card])).values()]
}

function unreachedOf(mentioned: readonly Mentioned[], reached: ReadonlySet<number>) {
  const unreached = mentioned.filter(({ cards }) => !cards.some(({ id }) => reached.has(id)))
  const given = [...new Set(unreached.map((one) => one.given))]
  return {
    userIds: given.filter((one) => typeof one === 'number'),
    emails: given.filter((one) => typeof one === 'string'),
  }
}
