import { inject } from '@adonisjs/core'
import { People } from '#plugins/identity/main'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../models/document.js'
import type { EditingPerson } from './editing_person.js'

/** Who edits what, as the document server last said. */
@inject()
export class LiveState {
  constructor(private readonly people: People) {}

  /** @param users ids as the editor knows them */
  async set(
    documentId: number,
    editorKey: string,
    users: readonly string[]
  ): Promise<EditingPerson[]> {
    const persons = await this.#persons(users)
    await this.#write(documentId, editorKey, persons)
    return persons
  }

  end(documentId: number, editorKey: string): Promise<void> {
    return this.#write(documentId, editorKey, [])
  }

  /** Only while the key is the document's present one: an older session says nothing about it. */
  async #write(id: number, editorKey: string, editing: EditingPerson[]): Promise<void> {
    await actAsSystem('note who edits', () =>
      Document.query()
        .where({ id, editorKey })
        .update({ editing: JSON.stringify(editing) })
    )
  }

  async #persons(users: readonly string[]): Promise<EditingPerson[]> {
    const ids = [...new Set(users.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0)
    const cards = await this.people.cardsOf(ids)
    return ids.flatMap((id) => {
      const card = cards.get(id)
      return card ? [{ id, name: card.nickname }] : []
    })
  }
}
