import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import { operatorOf, People, type Card } from '#plugins/identity/main'
import { documentTypeOf } from '../document_types.js'
import { covers } from '../editor/covered_rights.js'
import { accessOf, changesContent } from '../editor/editor_access.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import type DocumentOpening from '../models/document_opening.js'
import { OuterReasons } from '../rights/outer_reasons.js'
import { DocumentRights } from '../rights/document_rights.js'
import { rightsOf } from './openings.js'

export interface LostOpening {
  opening: DocumentOpening
  reason: string
  /** For want of a right, and not because the session is over, or the document in the trash. */
  isBarred: boolean
}

/** Finds those who are in a session that they would not be let into any more as they were. */
@inject()
export class LostOpenings {
  constructor(
    private readonly people: People,
    private readonly outerReasons: OuterReasons,
    private readonly rights: DocumentRights
  ) {}

  /** In their order, and in as many questions as of one. */
  async among(openings: readonly DocumentOpening[]): Promise<LostOpening[]> {
    if (openings.length === 0) return []
    const cards = await this.people.cardsOf(openings.map(({ userId }) => userId))
    const reasonOf = await this.outerReasons.of(openings, cards)
    const documents = await documentsOf(openings)
    const suffices = await this.#sufficing(documents, cards)
    const open = await openKeys(openings)
    return openings.flatMap((opening): LostOpening[] => {
      const reason = reasonOf(opening) ?? (suffices(opening) ? null : BEYOND_RIGHTS)
      if (reason) return [{ opening, reason, isBarred: true }]
      if (!open.has(opening.editorKey)) return [{ opening, reason: GONE_ON, isBarred: false }]
      const isDeleted = documents.get(opening.documentId)!.deletedAt !== null
      return isDeleted ? [{ opening, reason: DELETED, isBarred: false }] : []
    })
  }

  /** Whether they would be let in as they were. */
  async #sufficing(documents: ReadonlyMap<number, Document>, cards: ReadonlyMap<number, Card>) {
    const operators = [...cards.values()].filter(({ active }) => active).map(operatorOf)
    const levelsOf = await this.rights.ofEach([...documents.values()], operators)
    return ({ documentId, userId, access }: DocumentOpening): boolean => {
      const document = documents.get(documentId)
      if (!document) return false
      const now = accessOf(levelsOf(document, userId), documentTypeOf(document.fileType)!)
      const held = rightsOf(now)
      return changesContent(now) && covers(held, access)
    }
  }
}

const BEYOND_RIGHTS = 'they may no longer change the document'
const DELETED = 'the document has been deleted'
const GONE_ON = 'the document went on without this session'

/** In the trash or not. */
async function documentsOf(openings: readonly DocumentOpening[]): Promise<Map<number, Document>> {
  const ids = [...new Set(openings.map(({ documentId }) => documentId))]
  const documents = await actAsSystem('what sessions are of', () =>
    Document.query().whereIn('id', ids)
  )
  return new Map(documents.map((document) => [document.id, document]))
}

/** Of the sessions that are their documents’ present ones. */
async function openKeys(openings: readonly DocumentOpening[]): Promise<Set<string>> {
  const named = [...new Set(openings.map(({ editorKey }) => editorKey))]
  const keys = await DocumentKey.query().whereIn('editorKey', named).where('state', 'open')
  return new Set(keys.map(({ editorKey }) => editorKey))
}
