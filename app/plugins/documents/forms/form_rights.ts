import { inject } from '@adonisjs/core'
import type { DateTime } from 'luxon'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { operatorOf, People } from '#plugins/identity/main'
import { covers } from '../editor/covered_rights.js'
import Document from '../models/document.js'
import DocumentOpening from '../models/document_opening.js'
import { DocumentRights } from '../rights/document_rights.js'
import type { Callback } from '../editor/callback.js'

/** What was submitted just before somebody lost the right is on its way for as long. */
const ON_ITS_WAY_MS = 60_000

const TO_FILL_IN = ['fillForms']

/** Whose forms are kept: the document server takes them from whoever has the document open, also only to look at it. */
@inject()
export class FormRights {
  constructor(
    private readonly people: People,
    private readonly rights: DocumentRights
  ) {}

  /** Whether somebody was let into the session with the right to fill in forms, or has it now. */
  async maySubmit(
    { documentId, editorKey }: Pick<Callback, 'documentId' | 'editorKey'>,
    userId: number
  ): Promise<boolean> {
    const openings = await DocumentOpening.query().where({ editorKey, userId })
    return openings.some(isToFillIn) || this.#mayNow(documentId, userId)
  }

  async #mayNow(documentId: number, userId: number): Promise<boolean> {
    const card = (await this.people.cardsOf([userId])).get(userId)
    if (!card?.active) return false
    const document = await actAsSystem('a form of it was submitted', () =>
      Document.findOrFail(documentId)
    )
    return (await this.rights.of(document, operatorOf(card))).has('fill')
  }
}

function isToFillIn({ access, refusedAt, barredAt }: DocumentOpening): boolean {
  const isKnown = access.length > 0 && covers(access, TO_FILL_IN)
  return isKnown && [refusedAt, barredAt].every(isRecent)
}

function isRecent(moment: DateTime | null): boolean {
  return moment === null || clock.now() - +moment < ON_ITS_WAY_MS
}
