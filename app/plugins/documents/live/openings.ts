import { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { identifiersIn } from '#kernel/http/query_parameters'
import type { Operator } from '#kernel/operator/operator'
import { clock } from '#kernel/state/clock'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'
import type { EditorAccess } from '../editor/editor_access.js'
import { comeAnew } from '../sessions/missing_people.js'
import { unheardBefore } from '../sessions/people_at_risk.js'
import { notSince } from '../sessions/question.js'
import type { SessionKey } from '../sessions/session_state.js'
import { isOpen } from '../versions/document_keys.js'
import { pardon } from './barred_openings.js'
import { cameUnheard, standingIn } from './who_may_stay.js'

/**
 * Who was let in to change something. It is kept from when a configuration is handed out: joinings that the document
 * server tells may be missed. What was handed out with other rights is another opening: the earlier configuration still
 * serves, and is judged by its own.
 */
export class Openings {
  /** @returns its id, which the configuration names whenever it brings somebody in */
  async record(key: SessionKey, operator: Operator, access: EditorAccess): Promise<number> {
    const { id: userId, sessionId } = operator
    const opener = { userId, sessionId, access: rightsOf(access) }
    await pardon(key, opener)
    return (await openAgain(key, opener)) ?? add(key, opener)
  }

  /** Nothing was handed out with it: nobody can come with it, unless it served before, or has been handed out since. */
  async notHandedOut(id: number): Promise<void> {
    await DocumentOpening.query()
      .where({ id })
      .whereColumn('first_opened_at', 'opened_at')
      .whereNull('joinedAt')
      .whereNull('leftAt')
      .delete()
  }

  /**
   * A configuration serves for a while, and again.
   *
   * @param opening with which they came; all of theirs where that is not known
   * @returns the openings with which they may have come
   */
  async joined(key: SessionKey, userId: number, opening?: number): Promise<number[]> {
    const ids = (await openedWith(key, userId, opening)).map(({ id }) => id)
    if (ids.length === 0) ids.push(await add(key, { userId, sessionId: null, access: [] }))
    const inside = { endedAt: null, leftAt: null, joinedAt: now() }
    await comeAnew(DocumentOpening.query().whereIn('id', ids))
    await DocumentOpening.query().whereIn('id', ids).update(inside)
    return ids
  }

  /**
   * What is opened was fetched for them. Where they were out already, or their session is over, they may be inside again, and
   * nothing else may ever tell.
   */
  async served(key: SessionKey, { userId, session, opening }: Served): Promise<void> {
    const theirs = await openedWith(key, userId, opening)
    if (theirs.length === 0) await add(key, { userId, sessionId: session || null, access: [] })
    const ended = theirs.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id)
    if (ended.length === 0) return
    const again = { openedAt: now(), endedAt: null }
    await DocumentOpening.query().whereIn('id', ended).update(again)
  }

  /**
   * Whoever is named as inside is so, whatever was told of their leaving: that may be of an earlier visit.
   *
   * @param users ids as the editor knows them
   * @returns who of them was not known to be inside
   */
  async inside(editorKey: string, users: readonly string[]): Promise<number[]> {
    const named = identifiersIn(users)
    if (named.length === 0) return []
    const known = await standingIn(editorKey, named)
    const userIds = named.filter((id) => !known.has(id))
    if (userIds.length === 0) return []
    await openingsOf(editorKey, userIds).whereNotNull('endedAt').update({ endedAt: null })
    return userIds
  }

  /**
   * The same of those whom the document server names as inside, rather than as having changed something. Whoever has no
   * opening, as after the database was restored from a backup, is given one.
   */
  async seen(key: SessionKey, users: readonly string[]): Promise<void> {
    const { editorKey } = key
    const userIds = identifiersIn(users)
    if (userIds.length === 0) return
    const unknown = await this.inside(editorKey, users)
    if (unknown.length > 0 && (await isOpen(key))) await unnoted(key, unknown)
    await comeAnew(openingsOf(editorKey, userIds))
    await openingsOf(editorKey, userIds)
      .where((outside) => void outside.whereNull('joinedAt').orWhereNotNull('leftAt'))
      .update({ joinedAt: now(), leftAt: null })
  }

  /**
   * Whoever leaves was inside until now, though their coming was not heard: the first, or another one since they left.
   *
   * @param again who of them is told to have left more than once
   */
  async left(
    { editorKey }: SessionKey,
    userIds: readonly number[],
    again: readonly number[] = []
  ): Promise<void> {
    if (userIds.length === 0) return
    const theirs = () => openingsOf(editorKey, userIds)
    await cameAgain(editorKey, userIds, again)
    await comeAnew(theirs().whereNull('endedAt'))
    await theirs().whereNull('endedAt').whereNull('joinedAt').update({ joinedAt: now() })
    await theirs().whereNull('endedAt').update({ endedAt: now(), leftAt: now() })
    await theirs().whereNull('leftAt').update({ leftAt: now() })
  }

  /** The document server was asked, and does not name whoever came with them. */
  async seenOutside(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await DocumentOpening.query()
      .whereIn('id', [...ids])
      .update({ outsideAt: now() })
  }

  /**
   * Everybody is out, and nothing of theirs is left; whoever came since that was asked is inside, and whoever was let in
   * may be on their way.
   */
  async over(editorKey: string, askedAt: number | null): Promise<void> {
    const open = notSince(editorKey, askedAt).whereNull('endedAt')
    if (askedAt !== null) void open.where('openedAt', '<', toStored(askedAt))
    await open.update({ endedAt: now() })
    await notSince(editorKey, askedAt).whereNotNull('joinedAt').update({ joinedAt: null })
  }

  /** Nothing of theirs is left over there, which was learnt by asking alone. */
  async endedUnheard(openings: readonly DocumentOpening[]): Promise<void> {
    if (openings.length === 0) return
    const ids = openings.map(({ id }) => id)
    await DocumentOpening.query().whereIn('id', ids).update({ endUnheardAt: now() })
  }

  /** The document server said by itself that nothing is left: nothing of before can be elsewhere. */
  async endIsHeard(editorKey: string): Promise<void> {
    const unheard = DocumentOpening.query().where({ editorKey }).whereNotNull('endUnheardAt')
    await unheard.update({ endUnheardAt: null })
  }

  /** Whoever was let in and never came is not waited for any longer; who was so just now may be on their way. */
  async neverJoined(editorKey: string): Promise<void> {
    await unheardBefore(editorKey, clock.now()).update({ endedAt: now() })
  }

  /** Ends those of a session that is gone; whoever was let in since is in the next one. */
  async endLost({ editorKey, goneAt }: DocumentKey): Promise<void> {
    await DocumentOpening.query()
      .where({ editorKey })
      .where('openedAt', '<=', toStored(goneAt!))
      .update({ endedAt: now(), joinedAt: null })
  }
}

export function rightsOf(access: EditorAccess): string[] {
  return Object.entries(access).flatMap(([right, held]) => (held ? [right] : []))
}

function openingsOf(editorKey: string, userIds: readonly number[]) {
  return DocumentOpening.query()
    .where({ editorKey })
    .whereIn('userId', [...userIds])
}

/** Not where a leaving is told late: that is one of a coming that was heard. */
async function cameAgain(
  editorKey: string,
  userIds: readonly number[],
  again: readonly number[]
): Promise<void> {
  const standing = await standingIn(editorKey, userIds)
  const outside = userIds.filter((id) => !standing.has(id) || again.includes(id))
  const unheard = await cameUnheard(editorKey, outside)
  if (unheard.length === 0) return
  await comeAnew(openingsOf(editorKey, unheard))
  await openingsOf(editorKey, unheard).whereNull('joinedAt').update({ joinedAt: now() })
  await openingsOf(editorKey, unheard).update({ endedAt: null })
}

type Opener = Pick<DocumentOpening, 'userId' | 'sessionId' | 'access'> &
  Partial<Pick<DocumentOpening, 'joinedAt'>>

/** `session`: 0 for none. */
type Served = Record<'userId' | 'session' | 'opening', number>

function inKey({ editorKey }: SessionKey, userId: number) {
  return DocumentOpening.query().where({ editorKey, userId })
}

/** Notes those of them, all of whom are inside, who have no opening. */
async function unnoted(key: SessionKey, userIds: readonly number[]): Promise<void> {
  const noted = await openingsOf(key.editorKey, userIds).select('userId')
  const known = new Set(noted.map(({ userId }) => userId))
  const inside = { sessionId: null, access: [], joinedAt: DateTime.fromMillis(clock.now()) }
  for (const userId of userIds.filter((id) => !known.has(id))) await add(key, { userId, ...inside })
}

/** All of theirs where it is not known which, or that one is forgotten. */
async function openedWith(
  key: SessionKey,
  userId: number,
  opening?: number
): Promise<DocumentOpening[]> {
  const named = opening ? await inKey(key, userId).where('id', opening) : []
  return named.length > 0 ? named : await inKey(key, userId)
}

async function openAgain(key: SessionKey, opener: Opener): Promise<number | null> {
  const { userId, sessionId, access } = opener
  const same = () =>
    inKey(key, userId)
      .where('access', access.join(','))
      .where((login) => (sessionId ? login.where({ sessionId }) : login.whereNull('sessionId')))
  const anew = { openedAt: now(), droppedAt: null, refusedAt: null, barredAt: null, endedAt: null }
  await same().update(anew)
  return (await same().orderBy('id').first())?.id ?? null
}

async function add({ id: documentId, editorKey }: SessionKey, opener: Opener): Promise<number> {
  const opening = new DocumentOpening().fill({ documentId, editorKey, ...opener })
  const openedAt = DateTime.fromMillis(clock.now())
  await opening.merge({ openedAt, firstOpenedAt: openedAt }).save()
  return opening.id
}

const now = () => toStored(clock.now())
