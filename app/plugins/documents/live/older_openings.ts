import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../models/document.js'
import DocumentOpening from '../models/document_opening.js'
import { olderComings } from '../sessions/older_comings.js'
import { openedBefore } from '../versions/document_keys.js'
import { BATCH } from './around.js'
import { Openings } from './openings.js'

/**
 * While nodes are replaced one after another, those of the first release let people in and note it nowhere; once they came,
 * the document names them, and its log whoever has left since. They are noted as this release does it, so that what holds
 * for sessions holds for theirs.
 */
@inject()
export class OlderOpenings {
  constructor(private readonly openings: Openings) {}

  handle(): Promise<void> {
    return actAsSystem('note whom older nodes let in', () => this.#handle())
  }

  async #handle(): Promise<void> {
    let last = 0
    let edited: Document[]
    do {
      edited = await Document.query()
        .whereNot('editing', '[]')
        .where('id', '>', last)
        .orderBy('id')
        .limit(BATCH)
        .select('id', 'editorKey', 'editing')
      last = edited.at(-1)?.id ?? last
      await this.#note(edited)
    } while (edited.length === BATCH)
  }

  async #note(edited: readonly Document[]): Promise<void> {
    if (edited.length === 0) return
    const keys = edited.map(({ editorKey }) => editorKey)
    const noted = await DocumentOpening.query().whereIn('editorKey', keys)
    const known = new Set(noted.map((one) => `${one.editorKey} ${one.userId}`))
    for (const { id, editorKey, editing } of edited) {
      const unknown = editing.filter((person) => !known.has(`${editorKey} ${person.id}`))
      const userIds = unknown.map((person) => person.id)
      if (userIds.length > 0) await this.openings.unnoted({ id, editorKey }, userIds)
    }
    await this.#noteLeft(edited)
    await openedBefore(keys)
  }

  /** Whose leaving was not heard, and who is named no more, has left as well: their work is with those who stayed. */
  async #noteLeft(edited: readonly Document[]): Promise<void> {
    const keys = edited.map(({ editorKey }) => editorKey)
    const comings = await olderComings(edited)
    if (comings.length === 0) return
    const noted = await DocumentOpening.query().whereIn('editorKey', keys)
    const known = new Set(noted.map((one) => `${one.documentId} ${one.userId}`))
    const byPerson = Map.groupBy(comings, (one) => `${one.documentId} ${one.operatorId}`)
    for (const [person, theirs] of byPerson) {
      if (known.has(person)) continue
      const [first, last] = [theirs[0]!, theirs.at(-1)!]
      const { documentId, operatorId, createdAt: joinedAt } = first
      const { editorKey } = edited.find(({ id }) => id === documentId)!
      const stay = { openedAt: joinedAt, joinedAt, leftAt: last.createdAt, endedAt: last.createdAt }
      const noOne = { sessionId: null, access: [] }
      await DocumentOpening.create({
        documentId,
        editorKey,
        userId: operatorId!,
        ...noOne,
        ...stay,
      })
    }
  }
}
