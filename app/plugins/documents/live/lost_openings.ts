import { inject } from '@adonisjs/core'
import { actAsSystem } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import { operatorOf, People } from '#plugins/identity/main'
import { documentTypeOf } from '../document_types.js'
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
  /** For want of a right, and not because the session is over. */
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

  async among(openings: readonly DocumentOpening[]): Promise<LostOpening[]> {
    const cards = await this.people.cardsOf(openings.map(({ userId }) => userId))
    const reasonOf = await this.outerReasons.of(openings, cards)
    const lost = openings.flatMap((opening) => {
      const reason = reasonOf(opening)
      return reason ? [{ opening, reason, isBarred: true }] : []
    })
    const others = Map.groupBy(
      openings.filter((opening) => !reasonOf(opening)),
      ({ userId }) => userId
    )
    for (const [userId, theirs] of others)
      lost.push(...(await this.#beyondRights(theirs, operatorOf(cards.get(userId)!))))
    return [...lost, ...(await leftBehind(openings, lost))]
  }

  async #beyondRights(
    openings: readonly DocumentOpening[],
    operator: Operator
  ): Promise<LostOpening[]> {
    const ids = openings.map(({ documentId }) => documentId)
    const editable = await this.rights.editableAmong(ids, operator)
    const lost: LostOpening[] = []
    for (const opening of openings) {
      if (editable.has(opening.documentId) || (await this.#suffices(opening, operator))) continue
      lost.push({ opening, reason: 'they may no longer change the document', isBarred: true })
    }
    return lost
  }

  async #suffices({ documentId, access }: DocumentOpening, operator: Operator): Promise<boolean> {
    const document = await actAsSystem('what a session is of', () => Document.find(documentId))
    if (!document) return false
    const type = documentTypeOf(document.fileType)!
    const now = accessOf(await this.rights.of(document, operator), type)
    const held = rightsOf(now)
    return changesContent(now) && access.every((right) => held.includes(right))
  }
}

/** Of the others, those whose session is no longer the document's. */
async function leftBehind(
  openings: readonly DocumentOpening[],
  lost: readonly LostOpening[]
): Promise<LostOpening[]> {
  const known = new Set(lost.map(({ opening }) => opening.id))
  const others = openings.filter(({ id }) => !known.has(id))
  const open = await openKeys(others)
  const reason = 'the document went on without this session'
  return others
    .filter(({ editorKey }) => !open.has(editorKey))
    .map((opening) => ({ opening, reason, isBarred: false }))
}

async function openKeys(openings: readonly DocumentOpening[]): Promise<Set<string>> {
  const named = [...new Set(openings.map(({ editorKey }) => editorKey))]
  const keys = await DocumentKey.query().whereIn('editorKey', named).where('state', 'open')
  return new Set(keys.map(({ editorKey }) => editorKey))
}
