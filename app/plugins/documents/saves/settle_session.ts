import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { clock } from '#kernel/state/clock'
import type DocumentKey from '../models/document_key.js'
import { contributorsOf } from '../notices/contributors.js'
import { cameAfter } from '../sessions/came_after.js'
import { lostIn } from '../sessions/lost_people.js'
import { forgetMissing } from '../sessions/missing_people.js'
import { noteUncovered, refusedAfter, type Uncovered } from '../sessions/owed_work.js'
import { noteRefusedBeyond } from '../sessions/refused_works.js'
import { SessionTraces } from '../sessions/session_traces.js'
import { uncoveredBy } from '../sessions/uncovered_people.js'
import type { SaveFiles } from './fetched_save.js'
import type { FetchedRequest } from './save_document.js'
import { whenWritten } from './when_written.js'

type Transaction = TransactionClientContract

interface Settling {
  request: FetchedRequest
  files: SaveFiles
  /** Whether it is not older than what its session has saved already. */
  isSettled: boolean
  /** Whether it goes on from what was written badly. */
  badlyWritten: boolean
}

/** A save settles its session for those whose work it can hold. */
@inject()
export class SettleSession {
  constructor(private readonly traces: SessionTraces) {}

  /**
   * Before it is forgotten who was inside, and once it is remembered as a save: what was refused since is owed by what
   * comes after that. While a session goes on those inside are not settled yet.
   */
  async noteUncovered(key: DocumentKey, settling: Settling, trx: Transaction): Promise<void> {
    const { request, files, isSettled } = settling
    const { author, source, final, recovered, leavers = [] } = request
    if (recovered) return this.#noteLater(key, settling, trx)
    if (!final && !isSettled) return
    const history = source?.history ?? {}
    const named = contributorsOf({ authorId: request.isGuessed ? null : author.id, history })
    const { aheadMs } = files
    const uncovered = await uncoveredBy(key, { history, named, leavers, aheadMs }, trx)
    const theirs = uncovered.filter(({ leftAt }) => final || leftAt !== null)
    await noteUncovered(key, theirs, trx)
    if (!final) await forgetMissing(theirs, trx)
  }

  async handle(key: DocumentKey, settling: Settling, trx: Transaction): Promise<void> {
    const { request, isSettled, badlyWritten } = settling
    if (isSettled) await this.#settle(key, settling, trx)
    if (request.final && !badlyWritten) await this.traces.wellWritten(key.editorKey, trx)
  }

  /**
   * What had been lost holds what was changed until it was written, whatever its session did since. While that goes on,
   * those inside are not settled by it.
   */
  async #noteLater(
    key: DocumentKey,
    { request, files }: Settling,
    trx: Transaction
  ): Promise<void> {
    const written = whenWritten(files)
    const lost: Uncovered[] = await lostIn(key, trx)
    const isElsewhere = (id: number) => !lost.some(({ userId }) => userId === id)
    const others = (await cameAfter(key, written, trx)).filter(isElsewhere)
    const later = [...lost, ...others.map((userId) => ({ userId, lostAt: null }))]
    const userIds = later.map(({ userId }) => userId)
    const { writtenAt } = written
    const found = writtenAt && { fileType: files.kind.extension, writtenAt }
    const { modifiedAt } = files
    const content = { fileType: files.kind.extension, writtenAt, modifiedAt }
    await noteRefusedBeyond(key, content, trx)
    if (found) await refusedAfter(key, found, userIds, trx)
    if (request.final) await noteUncovered(key, later, trx)
  }

  /** A forced save holds what was changed until it was begun, which nobody waits for. */
  async #settle(
    { editorKey }: DocumentKey,
    { request, files }: Settling,
    trx: Transaction
  ): Promise<void> {
    const { final, recovered } = request
    if (final) return this.traces.settled(editorKey, clock.now(), trx)
    if (recovered) return this.traces.broughtBack(editorKey, whenWritten(files).writtenAt, trx)
    await this.traces.saved(editorKey, begunAfter(request, files), trx)
  }
}

const SECOND_MS = 1000

/**
 * A moment by our clock before which it was not begun: when something of it was changed last, or it was written where
 * that is earlier. `null` where that cannot be told.
 */
function begunAfter(
  { source }: FetchedRequest,
  { assembledAt, aheadMs }: SaveFiles
): DateTime | null {
  const lastSave = source?.lastSave
  if (lastSave === undefined || aheadMs === null) return null
  const changedAt = Math.min(lastSave, assembledAt ?? lastSave)
  return DateTime.fromMillis(changedAt + aheadMs - SECOND_MS)
}
