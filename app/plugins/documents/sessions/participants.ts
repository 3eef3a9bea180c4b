import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/main'
import type { Operator } from '#kernel/acting/main'
import { clock } from '#kernel/state/main'
import type { Level } from '../levels.js'
import type EditingSession from '../models/editing_session.js'
import SessionParticipant from '../models/session_participant.js'

type Transaction = TransactionClientContract
type Named = Pick<EditingSession, 'id'>

/** Records that somebody is given the configuration of a session, before they are. */
export async function letIn(
  { id: sessionId }: Named,
  { id: userId, sessionId: loginId }: Pick<Operator, 'id' | 'sessionId'>,
  level: Level,
  trx: Transaction
): Promise<void> {
  const present = { login_id: loginId ?? null, last_let_in_at: toStored(clock.now()) }
  await trx
    .table('session_participants')
    .insert({ session_id: sessionId, user_id: userId, level, ...present })
    .onConflict(['session_id', 'user_id', 'level'])
    .merge(present)
}

/** Records that a callback named them as inside. */
export async function seen({ id: sessionId }: Named, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const theirs = SessionParticipant.query()
    .where({ sessionId })
    .whereIn('userId', [...userIds])
  await theirs.update({ seenAt: toStored(clock.now()) })
}

/** Ids of those among them who take part in the session. */
export async function participantsAmong(
  { id: sessionId }: Named,
  userIds: readonly number[]
): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await SessionParticipant.query()
    .where({ sessionId })
    .whereIn('userId', [...userIds])
  const known = new Set(rows.map(({ userId }) => userId))
  return userIds.filter((id) => known.has(id))
}

/** Ids of everybody who could write since the session was last closed without changes. */
export async function writersOf({ id: sessionId, quietAt }: EditingSession): Promise<number[]> {
  const writers = SessionParticipant.query().where({ sessionId }).whereNot('level', 'view')
  if (quietAt) {
    const since = toStored(quietAt.toMillis())
    void writers.where((late) => {
      void late.where('lastLetInAt', '>=', since).orWhere('seenAt', '>=', since)
    })
  }
  const rows = await writers.select('userId')
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Whether anybody was ever let in to write. */
export async function hasWriters({ id: sessionId }: Named): Promise<boolean> {
  const writers = SessionParticipant.query().where({ sessionId }).whereNot('level', 'view')
  return (await writers.first()) !== null
}

/** Whether somebody was let in to write since a moment, in milliseconds. */
export async function wereLetInSince(
  { id: sessionId }: Named,
  moment: number,
  trx?: Transaction
): Promise<boolean> {
  const writers = SessionParticipant.query({ client: trx })
    .where({ sessionId })
    .whereNot('level', 'view')
  return (await writers.where('lastLetInAt', '>=', toStored(moment)).first()) !== null
}
