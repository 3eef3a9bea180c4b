import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey, { REPLACED, type KeyState } from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import { EDITING } from './session_state.js'

interface Heard {
  status: number
  users: readonly string[]
}

/** Sessions of which no end is recorded that would have brought everything here. */
export const UNFINISHED: readonly KeyState[] = ['open', ...REPLACED]

/** What is known of a session until it ends: by it is found out whether it took unsaved work with it. */
export class SessionTraces {
  /** The document server spoke of it. */
  async heard(editorKey: string, { status, users }: Heard): Promise<void> {
    const hasPeople = status === EDITING && users.length > 0
    const changes = { heardAt: now(), ...(hasPeople ? { unsavedAt: null } : {}) }
    await DocumentKey.query().where({ editorKey }).update(changes)
    if (status !== EDITING || hasPeople) return
    await DocumentKey.query()
      .where({ editorKey })
      .whereNull('unsavedAt')
      .update({ unsavedAt: now() })
  }

  /** All that was changed in it until now is here, or nothing was changed. */
  async settled(editorKey: string, client?: TransactionClientContract): Promise<void> {
    const settled = { settledAt: now(), unsavedAt: null }
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
    const { settledAt } = await DocumentKey.findByOrFail({ editorKey }, { client })
    const at = clock.now()
    const leavers = await leftSince(editorKey, later(settledAt, begunAfter), client)
    const settled = { settledAt: toStored(at), unsavedAt: null }
    await DocumentKey.query({ client }).where({ editorKey }).update(settled)
    for (const [index, { id }] of leavers.entries()) {
      const leftAt = toStored(at + 1 + index)
      await DocumentOpening.query({ client }).where({ id }).update({ leftAt })
    }
  }

  /**
   * It ended over there, and nothing that was changed came from it: the document server knows it no more, or says that
   * nothing is left of what it had said to be unsaved. Whether there were changes nobody knows for certain; that somebody
   * was inside is.
   */
  async gone(editorKey: string): Promise<void> {
    const joined = DocumentOpening.query().where({ editorKey }).whereNotNull('joinedAt')
    await DocumentKey.query()
      .where({ editorKey })
      .whereIn('state', [...UNFINISHED])
      .whereNull('goneAt')
      .whereNull('abandonedAt')
      .whereIn('editorKey', joined.select('editorKey'))
      .update({ goneAt: now() })
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
