import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey, { REPLACED, type FailedSave, type KeyState } from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { openedBefore } from '../versions/document_keys.js'
import { unheardBefore } from './people_at_risk.js'
import { cameSince } from './question.js'
import { EDITING } from './session_state.js'

interface Heard {
  status: number
  users: readonly string[]
  url?: string
  /** Its last save could not be written, or only badly. */
  hasFailed: boolean
}

/** Sessions of which no end is recorded that would have brought everything here. */
export const UNFINISHED: readonly KeyState[] = ['open', ...REPLACED]

/** Its editors may have it download these again at any time: `downloadFileAllowExt` of its settings. */
const DOWNLOADED_AGAIN: ReadonlySet<string> = new Set(['pdf', 'xlsx'])

/** What is known of a session until it ends: by it is found out whether it took unsaved work with it. */
export class SessionTraces {
  /** The document server spoke of it. */
  async heard(editorKey: string, { status, users, url, hasFailed }: Heard): Promise<void> {
    if (hasFailed) await this.#failed(editorKey, url)
    const hasPeople = status === EDITING && users.length > 0
    const changes = { heardAt: now(), ...(hasPeople ? { unsavedAt: null } : {}) }
    await DocumentKey.query().where({ editorKey }).update(changes)
    if (hasPeople) await openedBefore(editorKey)
    if (hasPeople) await this.#goesOn(editorKey)
    if (status !== EDITING || hasPeople) return
    await DocumentKey.query()
      .where({ editorKey })
      .whereNull('unsavedAt')
      .update({ unsavedAt: now() })
  }

  /**
   * Before anything of it is fetched: that may fail, or the process end. Once a file came of it, that is what the document
   * server keeps, whatever it could not write after that.
   */
  async #failed(editorKey: string, url: string | undefined): Promise<void> {
    const failedSave: FailedSave = url ? 'badly_written' : 'unwritten'
    const known = DocumentKey.query().where({ editorKey })
    await (url ? known : known.whereNull('failedSave')).update({ failedSave })
  }

  /** Of what nothing could be written the changes are there still, and are written anew. */
  async #goesOn(editorKey: string): Promise<void> {
    const failedSave: FailedSave = 'unwritten'
    await DocumentKey.query().where({ editorKey, failedSave }).update({ failedSave: null })
  }

  /** Its last save is here, and nothing can be missing in it; a forced one may be of before. */
  async wellWritten(editorKey: string, client: TransactionClientContract): Promise<void> {
    await DocumentKey.query({ client }).where({ editorKey }).update({ failedSave: null })
  }

  /** All that was changed in it until that moment is here, or nothing was changed. */
  async settled(
    editorKey: string,
    moment: number,
    client?: TransactionClientContract
  ): Promise<void> {
    const settled = { settledAt: toStored(moment), unsavedAt: null }
    await DocumentKey.query({ client }).where({ editorKey }).update(settled)
  }

  /**
   * A save of it is here while it goes on. Whoever left since it was begun may have changed something that is not in it:
   * they count as leaving after it.
   *
   * @param begunAfter a moment before which it was not begun; `null` where that is not known
   */
  async saved(
    editorKey: string,
    begunAfter: DateTime | null,
    client: TransactionClientContract
  ): Promise<void> {
    await this.broughtBack(editorKey, begunAfter, client)
    await DocumentKey.query({ client }).where({ editorKey }).update({ unsavedAt: null })
  }

  /** The same of what had been lost: what is unsaved is so still. */
  async broughtBack(
    editorKey: string,
    begunAfter: DateTime | null,
    client: TransactionClientContract
  ): Promise<void> {
    const { settledAt } = await DocumentKey.findByOrFail({ editorKey }, { client })
    const at = clock.now()
    const leavers = await leftSince(editorKey, later(settledAt, begunAfter), client)
    const settled = { settledAt: toStored(at) }
    await DocumentKey.query({ client }).where({ editorKey }).update(settled)
    for (const [index, { id }] of leavers.entries()) {
      const leftAt = toStored(at + 1 + index)
      await DocumentOpening.query({ client }).where({ id }).update({ leftAt })
    }
  }

  /**
   * It ended over there, and nothing that was changed came from it: the document server knows it no more, or says that
   * nothing is left of what it had said to be unsaved. Whether there were changes nobody knows for certain; that somebody
   * was inside is, or that somebody may have been whose coming was not heard, for they were let in and the content fetched.
   *
   * @param askedAt when that was asked: whoever came since goes on with it
   */
  async gone(editorKey: string, askedAt: number | null): Promise<void> {
    const joined = DocumentOpening.query().where({ editorKey }).whereNotNull('joinedAt')
    const unheard = unheardBefore(editorKey, clock.now())
    const ended = DocumentKey.query().where({ editorKey })
    if (askedAt !== null)
      void ended.whereNotIn('editorKey', cameSince(editorKey, askedAt).select('editorKey'))
    await ended
      .whereIn('state', [...UNFINISHED])
      .whereNull('goneAt')
      .whereNull('abandonedAt')
      .where((entered) => {
        void entered.whereIn('editorKey', joined.select('editorKey')).orWhere((begun) => {
          void begun
            .whereIn('editorKey', unheard.select('editorKey'))
            .where((known) => void known.whereNotNull('servedAt').orWhereNotNull('unsavedAt'))
        })
      })
      .update({ goneAt: now() })
  }

  /**
   * Sessions that were over, and into which somebody came since, or may have: what they leave there is a late save. What
   * came badly written is told of first.
   */
  async enteredAgain(): Promise<void> {
    const entered = DocumentOpening.query().whereNull('endedAt').select('editorKey')
    const goesOn: { state: KeyState; goneAt: null } = { state: 'replaced', goneAt: null }
    await DocumentKey.query()
      .where((over) => {
        void over.where('state', 'final').orWhere((failed) => {
          void failed.where('state', 'failed').whereNull('goneAt')
        })
      })
      .whereNull('abandonedAt')
      .whereIn('editorKey', entered)
      .update(goesOn)
  }

  /** The document server fetched what is opened under the key. */
  async served(documentId: number, editorKey: string, fileType: string): Promise<void> {
    const known = () => DocumentKey.query().where({ documentId, editorKey })
    await known().whereNull('servedAt').update({ servedAt: now() })
    if (!DOWNLOADED_AGAIN.has(fileType)) await known().update({ lastServedAt: now() })
  }
}

/** In the order in which they did. */
function leftSince(
  editorKey: string,
  since: DateTime | null,
  client: TransactionClientContract
): Promise<DocumentOpening[]> {
  const left = DocumentOpening.query({ client })
    .where({ editorKey })
    .whereNotNull('joinedAt')
    .whereNotNull('leftAt')
  if (since) void left.where('leftAt', '>', toStored(since))
  return left.orderBy('leftAt').orderBy('id').exec()
}

function later(one: DateTime | null, other: DateTime | null): DateTime | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}

const now = () => toStored(clock.now())
