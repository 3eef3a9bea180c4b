import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { isConstraintConflict } from '#kernel/database/faults'
import { E_NOT_FOUND } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import { DateTime } from 'luxon'
import type { SignedCallbackClaims } from '../editor/editor_tokens.js'
import Document from '../models/document.js'
import DocumentKey from '../models/document_key.js'
import { CallbackPeople } from '../versions/callback_people.js'
import { noteInLog } from '../versions/document_log.js'
import { UnknownDocuments, type ReadCallback } from './unknown_documents.js'

/** Tokens are dated in whole seconds. */
const SECOND_MS = 1000

/**
 * Sessions that are not known here though the address of their callback is ours: they were begun after the backup to
 * which the database was taken back. What still comes of them is work like any other, and lies beside the document.
 */
@inject()
export class UnknownSessions {
  constructor(
    private readonly people: CallbackPeople,
    private readonly documents: UnknownDocuments,
    private readonly logger: Logger
  ) {}

  /** @throws E_NOT_FOUND for a session of no document, or of one that had its id before */
  async assertKnowable(claims: SignedCallbackClaims): Promise<void> {
    if (!(await isKnowable(claims))) throw new E_NOT_FOUND()
  }

  /**
   * From now on it is known, as one that the document went on without. What is refused is told.
   *
   * @throws E_NOT_FOUND
   */
  async takeIn(claims: SignedCallbackClaims, callback: ReadCallback): Promise<void> {
    if (!(await isKnowable(claims))) {
      await this.documents.tellOf(claims, callback)
      throw new E_NOT_FOUND()
    }
    const { doc: documentId, key: editorKey, user, issuedAt } = claims
    if (!(await isTaken(claims))) return
    const author = (await this.people.named(user)) ?? undefined
    this.logger.warn(
      { documentId, editorKey, userId: author?.id },
      'a session is not known here, as after a backup was restored: what comes of it lies beside its document'
    )
    const detail = { since: DateTime.fromMillis(issuedAt, { zone: 'utc' }).toISO() }
    await noteInLog(documentId, { action: 'session_unknown', author, detail })
  }
}

/** Whether its document is here, and is none that has got the id of another. */
async function isKnowable({ doc, issuedAt }: SignedCallbackClaims): Promise<boolean> {
  const document = await Document.find(doc)
  return document !== null && issuedAt > +document.createdAt - SECOND_MS
}

/** @returns `false` when another callback was first */
async function isTaken({ doc, key, issuedAt }: SignedCallbackClaims): Promise<boolean> {
  const [openedAt, endedAt] = [DateTime.fromMillis(issuedAt), DateTime.fromMillis(clock.now())]
  const about = { documentId: doc, editorKey: key, baseVersionNo: null }
  try {
    await DocumentKey.create({ ...about, state: 'replaced', openedAt, endedAt })
    return true
  } catch (error) {
    if (isConstraintConflict(error)) return false
    throw error
  }
}
