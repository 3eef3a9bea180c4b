import { inject } from '@adonisjs/core'
import { toStored } from '#kernel/database/instant'
import { identifiersIn } from '#kernel/http/query_parameters'
import { CallbackPeople } from '../callbacks/callback_people.js'
import { openingsAtRisk, peopleAtRisk } from '../live/people_at_risk.js'
import type DocumentKey from '../models/document_key.js'
import DocumentLog, { type LogAction } from '../models/document_log.js'
import DocumentOpening from '../models/document_opening.js'
import { UNKNOWN, type Author } from '../versions/author.js'

/** Whose work a session carried: of what is lost the document server only says under which key. */
@inject()
export class SessionPeople {
  constructor(private readonly people: CallbackPeople) {}

  /**
   * Who came alone since a save was refused, or whose save that was: of it the document server said who changed last. Where
   * none was, who alone was inside since all was here; of several, who alone was not seen to leave, or left last. Where
   * nobody was heard of, who alone was ever let in. Whoever was let in after a save was refused, and never heard of, may have
   * come. What may be the work of one of several is nobody's.
   */
  async authorOf(key: DocumentKey): Promise<Author> {
    const refused = await lastOf(key, ['save_rejected'])
    const inside = await insideSince(key, refused)
    const last = inside.length > 0 ? lastAmong(inside) : await lastHeard(key, refused)
    const unheard = refused ? await unheardSince(key, refused) : []
    if (unheard.some((userId) => userId !== last)) return UNKNOWN
    return (await this.people.named(last ?? undefined)) ?? UNKNOWN
  }

  /**
   * All who may have changed something of what is lost: whom a refused save named and who came since, or else whoever was
   * inside, or whoever was let in where nobody was heard of.
   */
  async concerned(key: DocumentKey): Promise<number[]> {
    for (const find of [concernedByRefused, peopleAtRisk, joinedOf]) {
      const found = await find(key)
      if (found.length > 0) return found
    }
    return letInto(key)
  }

  /** Who was inside since all was here the last time. */
  async atRisk(key: DocumentKey): Promise<number[]> {
    return peopleAtRisk(key)
  }
}

/** Those at risk who came after a save of the session was refused; all of them where none was. */
async function insideSince(key: DocumentKey, refused: DocumentLog | null) {
  const openings = await openingsAtRisk(key)
  return refused ? openings.filter(({ joinedAt }) => joinedAt! > refused.createdAt) : openings
}

/** Who was let in after a save of the session was refused, and not heard to come. */
async function unheardSince({ editorKey }: DocumentKey, { createdAt }: DocumentLog) {
  const since = toStored(createdAt)
  const openings = await DocumentOpening.query()
    .where({ editorKey })
    .where('openedAt', '>=', since)
    .where((unheard) => void unheard.whereNull('joinedAt').orWhere('joinedAt', '<=', since))
  return openings.map(({ userId }) => userId)
}

/** `null` where several may have changed something last. */
function lastAmong(openings: readonly DocumentOpening[]): number | null {
  const staying = openings.filter(({ leftAt }) => leftAt === null)
  if (staying.length > 0) return onlyOne(staying.map(({ userId }) => userId))
  const left = openings.toSorted((one, other) => +other.leftAt! - +one.leftAt!)
  return left[0]?.userId ?? null
}

async function lastHeard(key: DocumentKey, refused: DocumentLog | null): Promise<number | null> {
  const heard = refused ?? (await lastOf(key, ['editing_started', 'editing_left']))
  return heard ? heard.operatorId : onlyOne(await letInto(key))
}

function onlyOne(userIds: readonly number[]): number | null {
  const people = new Set(userIds)
  return people.size === 1 ? [...people][0]! : null
}

async function letInto({ editorKey }: DocumentKey): Promise<number[]> {
  const openings = await DocumentOpening.query().where({ editorKey }).distinct('userId')
  return openings.map(({ userId }) => userId)
}

function lastOf(key: DocumentKey, actions: LogAction[]): Promise<DocumentLog | null> {
  return notedOf(key, actions).orderBy('id', 'desc').first()
}

async function joinedOf(key: DocumentKey): Promise<number[]> {
  const entries = await notedOf(key, ['editing_started', 'editing_left']).distinct('operatorId')
  return entries.map(({ operatorId }) => operatorId!)
}

async function concernedByRefused(key: DocumentKey): Promise<number[]> {
  const entries = await notedOf(key, ['save_rejected'])
    .select('id', 'operatorId', 'detail', 'createdAt')
    .orderBy('id')
  if (entries.length === 0) return []
  const named = entries.flatMap(({ operatorId, detail }) => [
    operatorId!,
    ...contributorsIn(detail),
  ])
  const refused = entries.at(-1)!
  const since = (await insideSince(key, refused)).map(({ userId }) => userId)
  return [...new Set([...named, ...since, ...(await unheardSince(key, refused))])]
}

export function contributorsIn(detail: DocumentLog['detail']): number[] {
  const named = detail?.contributors
  return Array.isArray(named) ? identifiersIn(named) : []
}

/** What was noted of people while the key was the document's, and not all was here yet. */
function notedOf(key: DocumentKey, actions: LogAction[]) {
  const entries = DocumentLog.query()
    .where('documentId', key.documentId)
    .whereIn('action', actions)
    .whereNotNull('operatorId')
    .where('createdAt', '>=', toStored(key.createdAt))
  if (key.settledAt) void entries.where('createdAt', '>', toStored(key.settledAt))
  if (key.endedAt) void entries.where('createdAt', '<=', toStored(key.endedAt))
  return entries
}
