import { inject } from '@adonisjs/core'
import type { DateTime } from 'luxon'
import { toStored } from '#kernel/database/instant'
import { CallbackPeople } from '../versions/callback_people.js'
import { isClearlyAfter, surelyBy } from '../sessions/came_after.js'
import { authorsAmongRefused } from '../sessions/refused_works.js'
import { refusedAs, type FoundSave } from '../sessions/hidden_saves.js'
import { openingsUntil, peopleEverInside, peopleOfBefore } from '../sessions/people_ever_inside.js'
import {
  openingsAtRisk,
  peopleAtRisk,
  unheardBefore,
  unheardIn,
} from '../sessions/people_at_risk.js'
import type DocumentKey from '../models/document_key.js'
import DocumentLog from '../models/document_log.js'
import DocumentOpening from '../models/document_opening.js'
import { UNKNOWN, type Author } from '../versions/author.js'
import { comingsOf, joinedOf, notedOf } from './noted_people.js'
import {
  concernedByRefused,
  FORCED,
  contributorsIn,
  isBy,
  lastRefusedOf,
  refusedAndSince,
} from './refused_people.js'

/** So far back its failed saves are looked for in a document's log. */
const LOOKED_THROUGH = 100

export interface Whose {
  author: Author
  concerned: number[]
}

/** Whose work a session carried: of what is lost the document server only says under which key. */
@inject()
export class SessionPeople {
  constructor(private readonly people: CallbackPeople) {}

  /**
   * Whose save was refused last, in the format that is found, where nobody else has come since, and it is no older one: of it
   * the document server said who changed last. Where none was, who alone was inside since all was here, or before, where their work may still
   * have been on its way; where nobody was heard of, who alone was ever let in. Whoever was let in and never heard of may
   * have come; where a save was refused, if it was after that. What may be the work of one of several is nobody's: whoever
   * came or left last may only have looked.
   *
   * @param found nothing that was refused after it was written is what lies there, nor the work of who came later
   */
  async authorOf(key: DocumentKey, found?: FoundSave): Promise<Author> {
    const writtenAt = found?.writtenAt ?? null
    const until = surelyBy(writtenAt)
    const refused = await lastRefusedOf(key, found, until)
    const people = refused ? await this.#refusedOf(key, refused, found) : []
    const isSure = refused && !(writtenAt && isClearlyAfter(refused.createdAt, writtenAt))
    return this.#onlyOne(isSure ? people : [...people, ...(await possibleAuthors(key, until))])
  }

  /** What is found may be an older save than the one that was refused last: that is sent again meanwhile. */
  async #refusedOf(key: DocumentKey, refused: DocumentLog, found: FoundSave | undefined) {
    const until = surelyBy(found?.writtenAt ?? null)
    const people = await refusedAndSince(key, refused, { until })
    if (!found) return people
    const { authorIds, last } = await authorsAmongRefused(key, found)
    if (last === 'later') return authorIds
    const isAnother = last === 'earlier' && refused.detail?.status !== FORCED
    return [...(isAnother ? people.slice(1) : people), ...authorIds]
  }

  /**
   * Of what had lain behind another lost save, by what was said when it was refused: since that one was here, nothing of
   * before is at risk. `null` where it is no such save.
   */
  async ofHidden({ editorKey, settledAt }: DocumentKey, found: FoundSave): Promise<Whose | null> {
    const refused = await refusedAs(editorKey, found)
    if (!refused || !settledAt || settledAt < refused.createdAt) return null
    const { authorId, userIds: concerned } = refused
    return { author: await this.#onlyOne([authorId]), concerned }
  }

  /** The same of what was there before somebody came who only looked; theirs, where nobody else was ever heard of. */
  async authorBefore(key: DocumentKey, lookerId: number): Promise<Author> {
    const refused = await lastRefusedOf(key)
    const people = refused
      ? await refusedAndSince(key, refused, { lookerId })
      : [...(await peopleAtRisk(key)), ...(await peopleOfBefore(key))]
    const others = refused ? people : people.filter((id) => id !== lookerId)
    if (others.length === 0 && !(await this.concernedBefore(key, lookerId)))
      return this.#onlyOne([lookerId])
    const isOfBefore = !refused && (await wasThereBefore(key, lookerId))
    return this.#onlyOne(isOfBefore ? [lookerId, ...others] : others)
  }

  /**
   * All who may have changed something of what is lost: whom a refused save named and who came since, or else whoever was
   * inside at any time, or may have been unheard.
   *
   * @param found it is not the work of who came after it was written
   */
  async concerned(key: DocumentKey, found?: FoundSave): Promise<number[]> {
    const until = surelyBy(found?.writtenAt ?? null)
    const byRefused = await concernedByRefused(key, found, until)
    if (byRefused.length > 0)
      return [...new Set([...byRefused, ...(await peopleOfBefore(key, { until }))])]
    const heard = [...(await insideBy(key, until)), ...(await joinedOf(key, until))]
    const others = heard.length > 0 ? await unheardOf(key, until) : await letInto(key, until)
    return [...new Set([...(await peopleEverInside(key, { until })), ...others])]
  }

  /** The same of what was there before somebody came who only looked; `undefined` where there was nobody else. */
  async concernedBefore(key: DocumentKey, lookerId: number): Promise<number[] | undefined> {
    const all = await this.concerned(key)
    const others = all.filter((id) => id !== lookerId)
    if (others.length === 0) return undefined
    return (await wasThereBefore(key, lookerId)) ? all : others
  }

  /**
   * Of what the document server had said that it could not write well: who changed last, by what it said last, and all whom
   * it named or who may have changed something since; where nothing of that was noted, all whose work it may be.
   */
  async ofFailed(key: DocumentKey): Promise<{ author: Author; contributors: number[] }> {
    const failed = await failuresOf(key)
    const [last] = failed
    const named = failed.flatMap(({ detail }) => contributorsIn(detail))
    const others =
      last && named.length > 0 ? await letInSince(key, last) : await this.concerned(key)
    const author = (last?.operatorId && (await this.people.named(last.operatorId))) || null
    const contributors = [...new Set([...named, ...others])]
    return { author: author ?? (await this.authorOf(key)), contributors }
  }

  /** Who was inside since all was here the last time. */
  async atRisk(key: DocumentKey): Promise<number[]> {
    return peopleAtRisk(key)
  }

  async #onlyOne(userIds: readonly (number | null)[]): Promise<Author> {
    const [only, ...more] = new Set(userIds)
    if (!only || more.length > 0) return UNKNOWN
    return (await this.people.named(only)) ?? UNKNOWN
  }

  /** Who was let in before its session was found to be gone, and may have come unheard. */
  async unheard({ editorKey, goneAt }: DocumentKey): Promise<number[]> {
    const openings = await unheardBefore(editorKey, +goneAt!)
    return openings.map(({ userId }) => userId)
  }
}

/** They came more than once; or a save that did not arrive named them, and that they came again was not heard. */
async function wasThereBefore(key: DocumentKey, userId: number): Promise<boolean> {
  if ((await comingsOf(key, userId)) > 1) return true
  const missed = notedOf(key, ['save_rejected', 'save_failed', 'forced_save_failed'])
  for await (const { operatorId, detail } of missed)
    if (operatorId === userId || contributorsIn(detail).includes(userId)) return true
  return false
}

/** Who was inside, as far as anything was heard, and who may have been; or else who was ever let in. */
async function possibleAuthors(key: DocumentKey, until: DateTime | null): Promise<number[]> {
  const ofBefore = await peopleOfBefore(key, { until })
  for (const find of [insideBy, joinedOf]) {
    const found = await find(key, until)
    if (found.length > 0) return [...found, ...(await unheardOf(key, until)), ...ofBefore]
  }
  return [...(await letInto(key, until)), ...ofBefore]
}

/** Those at risk who had come by then, also where they came again since. */
async function insideBy(key: DocumentKey, until: DateTime | null): Promise<number[]> {
  const openings = await openingsAtRisk(key)
  const joined = until ? await joinedOf(key, until) : []
  const theirs = openings.filter(({ userId, joinedAt }) => {
    return isBy(joinedAt!, until) || joined.includes(userId)
  })
  return [...new Set(theirs.map(({ userId }) => userId))]
}

async function unheardOf({ editorKey }: DocumentKey, until: DateTime | null): Promise<number[]> {
  const openings = await unheardIn(editorKey)
  const letIn = openings.filter(({ firstOpenedAt }) => isBy(firstOpenedAt, until))
  return letIn.map(({ userId }) => userId)
}

/** Newest first. */
async function failuresOf({ id, documentId }: DocumentKey): Promise<DocumentLog[]> {
  const entries = await DocumentLog.query()
    .where({ documentId, action: 'save_failed' })
    .orderBy('id', 'desc')
    .limit(LOOKED_THROUGH)
  return entries.filter(({ detail }) => detail?.keyId === id && !detail.part)
}

/** Who was let in, or came, after a save of the session had failed. */
async function letInSince({ editorKey }: DocumentKey, { createdAt }: DocumentLog) {
  const since = toStored(createdAt)
  const openings = await DocumentOpening.query()
    .where({ editorKey })
    .where((later) => void later.where('openedAt', '>=', since).orWhere('joinedAt', '>=', since))
  return openings.map(({ userId }) => userId)
}

async function letInto(key: DocumentKey, until: DateTime | null): Promise<number[]> {
  const openings = await openingsUntil(key, { until })
  return [...new Set(openings.map(({ userId }) => userId))]
}
