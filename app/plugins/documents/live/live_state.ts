import { inject } from '@adonisjs/core'
import { identifiersIn } from '#kernel/http/query_parameters'
import { People } from '#plugins/identity/main'
import { actAsSystem } from '#kernel/operator/acting'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import type { EditingPerson } from '../models/editing_person.js'

interface Heard {
  heardOf: string
  status: number
  users: readonly string[]
}

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

  /** Keeps the answer to a question for whoever asked it. */
  async hear(editorKey: string, { heardOf, status, users }: Heard): Promise<void> {
    const heard = { heardOf, heardStatus: status, heardUsers: JSON.stringify(users) }
    await DocumentKey.query().where({ editorKey }).update(heard)
  }

  /** Only while the key is the document's present one: an older session says nothing about it. */
  async #write(id: number, editorKey: string, editing: EditingPerson[]): Promise<void> {
    const noted = { editing: JSON.stringify(editing) }
    const note = () => Document.query().where({ id, editorKey }).update(noted)
    await actAsSystem('note who edits', note)
  }

  async #persons(users: readonly string[]): Promise<EditingPerson[]> {
    const ids = [...new Set(identifiersIn(users))]
    const cards = await this.people.cardsOf(ids)
    return ids.flatMap((id) => {
      const card = cards.get(id)
      return card ? [{ id, name: card.nickname }] : []
    })
  }
}
