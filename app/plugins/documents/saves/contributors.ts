import { inject } from '@adonisjs/core'
import { operatorOf, People } from '#plugins/identity/main'
import type { Level } from '../levels.js'
import type Document from '../models/document.js'
import type EditingSession from '../models/editing_session.js'
import { participantsAmong, writersOf } from '../sessions/participants.js'
import { DocumentRights } from '../rights/document_rights.js'
import { UNKNOWN, type Author } from '../versions/author.js'
import { usersIn } from '../versions/version_history.js'
import type { SaveRequest } from './save_request.js'

export interface Contributions {
  author: Author
  contributors: readonly number[]
  /** Whether one of them may write; `null` where they are not known. */
  isPermitted: boolean | null
}

export type CommittedSave = SaveRequest & Contributions & { pathHash: string }

type Told = Pick<SaveRequest, 'session' | 'history' | 'userIds'>

/** Of what was recovered nobody is named: where one person alone could write, it is theirs. */
async function soleWriterOf(session: EditingSession): Promise<number[]> {
  const writers = await writersOf(session)
  return writers.length === 1 ? writers : []
}

/** Whose work a save holds, as far as the document server says: only participants of the session count. */
@inject()
export class Contributors {
  constructor(
    private readonly people: People,
    private readonly rights: DocumentRights
  ) {}

  async of({ session, history, userIds }: Told, document: Document): Promise<Contributions> {
    const told = [...new Set([...userIds, ...usersIn(history)])]
    const contributors =
      told.length > 0 ? await participantsAmong(session, told) : await soleWriterOf(session)
    const author = await this.#authorOf(userIds[0] ?? contributors[0], contributors)
    return { author, contributors, isPermitted: await this.#isPermitted(document, contributors) }
  }

  async #authorOf(id: number | undefined, contributors: readonly number[]): Promise<Author> {
    if (id === undefined || !contributors.includes(id)) return UNKNOWN
    const card = (await this.people.cardsOf([id])).get(id)
    return card ? { id, name: card.nickname } : UNKNOWN
  }

  /** Whether somebody may fill in forms of the document. */
  async mayFill(document: Document, userId: number): Promise<boolean> {
    return (await this.#levelsOf(document, [userId])).includes('fill')
  }

  async #isPermitted(document: Document, userIds: readonly number[]): Promise<boolean | null> {
    if (userIds.length === 0) return null
    return (await this.#levelsOf(document, userIds)).some((level) => level !== 'view')
  }

  /** What any of them may do, as far as they can still log in. */
  async #levelsOf(document: Document, userIds: readonly number[]): Promise<Level[]> {
    const cards = [...(await this.people.cardsOf(userIds)).values()]
    const operators = cards.filter(({ active }) => active).map(operatorOf)
    const levelsOf = await this.rights.ofEach([document], operators)
    return operators.flatMap(({ id }) => [...levelsOf(document, id)])
  }
}
