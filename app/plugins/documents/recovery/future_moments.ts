import type { LucidModel } from '@adonisjs/lucid/types/model'
import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentKey from '../models/document_key.js'
import DocumentLog, { LOG_ACTIONS } from '../models/document_log.js'
import DocumentLoss from '../models/document_loss.js'
import DocumentOpening from '../models/document_opening.js'
import DocumentOwedWork from '../models/document_owed_work.js'
import { UNFINISHED } from '../sessions/session_traces.js'
import { latestRetryMs } from './loss_book.js'
import { momentsOfSession, type Stamped } from './session_moments.js'

/** More than clocks are apart. */
const AHEAD_MS = 300_000

const AT_ONCE = 200

const OF_KEY = [
  'openedAt',
  'heardAt',
  'askedAt',
  'servedAt',
  'lastServedAt',
  'settledAt',
  'unsavedAt',
  'goneAt',
]
const OF_OPENING = ['openedAt', 'joinedAt', 'leftAt', 'missingAt', 'endedAt']

/**
 * Sessions that were stamped while the clock was ahead would be taken for new until it is as late as that, what is owed of
 * them, or lost, would be looked after and told too late, and what is saved after that would be taken for older. All of a
 * session that is later than now is moved back until the last of it is now, so that what came after what is still known:
 * its key and who was inside, its saves, versions and log entries, what is owed and what is lost. To be asked for only while
 * this node's clock agrees with the others: for one that is behind, what is right is ahead.
 *
 * The rest need not be: of sessions that are over, and of which nothing is owed, nothing is asked; the trash, retired
 * entries, conversions, viewings and shares are kept or last the longer, by as much as the clock was ahead; and by the
 * document server's clock, which is another one, saves are put in order.
 */
export async function drawBackFuture(): Promise<void> {
  await drawBackRetries()
  const later = toStored(clock.now() + AHEAD_MS)
  const ahead = DocumentKey.query().where((either) => {
    void either.whereIn('editorKey', owedAhead(later)).orWhereIn('editorKey', lostAhead(later))
    void either.orWhere((unfinished) => {
      void unfinished.whereIn('state', [...UNFINISHED]).where(stampedAhead(later))
    })
  })
  for (const key of await ahead.orderBy('id').limit(AT_ONCE)) await drawBack(key)
}

type Keys = ReturnType<typeof DocumentKey.query>

function stampedAhead(later: string) {
  const inside = DocumentOpening.query().select('editorKey')
  for (const moment of OF_OPENING) void inside.orWhere(moment, '>', later)
  return (stamped: Keys) => {
    for (const moment of OF_KEY) void stamped.orWhere(moment, '>', later)
    void stamped.orWhereIn('editorKey', inside)
    void stamped.orWhereIn('id', entriesAhead(later).whereNotNull('keyId').select('keyId'))
    void stamped.orWhereIn(
      'documentId',
      entriesAhead(later).whereNull('keyId').select('documentId')
    )
  }
}

/** Every save and every coming is noted. There is an index by action and moment. */
function entriesAhead(later: string) {
  return DocumentLog.query()
    .whereIn('action', [...LOG_ACTIONS])
    .where('createdAt', '>', later)
}

function owedAhead(later: string) {
  return DocumentOwedWork.query()
    .whereNull('toldAt')
    .where((work) => void work.where('createdAt', '>', later).orWhere('lostAt', '>', later))
    .select('editorKey')
}

function lostAhead(later: string) {
  return DocumentLoss.query()
    .where('createdAt', '>', later)
    .orWhere('missingAt', '>', later)
    .select('editorKey')
}

/** What is planned lies in the future: no farther than if it were planned now. */
async function drawBackRetries(): Promise<void> {
  const waiting = DocumentLoss.query().where('retryAt', '>', toStored(clock.now() + AHEAD_MS))
  for (const loss of await waiting.select('id', 'attempts', 'retryAt')) {
    const latest = clock.now() + latestRetryMs(loss.attempts)
    const stamped = { row: loss, name: 'retryAt', at: +loss.retryAt! }
    if (stamped.at > latest + AHEAD_MS) await move(stamped, latest)
  }
}

/**
 * What was before is no later than any of it, also where only the last of it was far ahead; and what came after something
 * else stays later, though only by a millisecond.
 */
export async function drawBack(key: DocumentKey): Promise<void> {
  const now = clock.now()
  const moments = await momentsOfSession(key, now)
  const times = moments.map(({ at }) => at)
  const aheadMs = Math.max(...times) - now
  const before = Math.max(...times.filter((at) => at <= now))
  const future = [...new Set(times.filter((at) => at > now))].sort((one, other) => one - other)
  for (const moment of moments)
    if (moment.at > now) {
      const earliest = before + future.indexOf(moment.at)
      await move(moment, Math.max(moment.at - aheadMs, earliest))
    }
}

/** Nothing that was stamped since it was read. That people are told of a loss was planned as it was met. */
async function move({ row, name, at }: Stamped, to: number): Promise<void> {
  const Model = row.constructor as LucidModel
  const same = Model.query().where('id', row.$primaryKeyValue!).where(name, toStored(at))
  const isMet = row instanceof DocumentLoss && name === 'createdAt'
  const plan = isMet ? { tellFrom: toStored(+row.tellFrom - at + to) } : {}
  await same.update({ [name]: toStored(to), ...plan })
}
