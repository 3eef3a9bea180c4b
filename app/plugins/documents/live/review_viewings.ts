import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { Locks } from '#kernel/state/locks'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentViewing from '../models/document_viewing.js'
import { DropCommand } from './drop_command.js'
import { LostViewings } from './lost_viewings.js'
import type { Reviewed } from './reviewed.js'
import { severalAtOnce } from './several_at_once.js'
import { Viewings } from './viewings.js'

const LOCK = { ttlMs: 60_000, waitMs: 60_000 }

/** For so long people are told to leave: what it has not come to by then is done the next time. */
const TELLING_MS = 15_000
const BATCH = 500

/**
 * Sends those out who look at what they may no longer see. They are told once, whether they are inside or not, for the
 * document server does not name them; nothing is waited for, and no work of theirs is at stake.
 */
@inject()
export class ReviewViewings {
  constructor(
    private readonly settings: EditorSettings,
    private readonly viewings: Viewings,
    private readonly lost: LostViewings,
    private readonly drop: DropCommand,
    private readonly locks: Locks,
    private readonly logger: Logger
  ) {}

  /** The latest first. What cannot be told now is told the next time. */
  async handle(reviewed: Reviewed = {}): Promise<void> {
    if (this.settings.off) return
    const deadline = clock.elapsed() + TELLING_MS
    let batch: DocumentViewing[] = []
    do {
      batch = await viewingsBefore(batch.at(-1)?.id, reviewed)
      const sessions = Map.groupBy(await this.lost.among(batch), ({ editorKey }) => editorKey)
      await severalAtOnce([...sessions.values()], deadline, (lost) => this.#sendOut(lost))
    } while (batch.length === BATCH && clock.elapsed() < deadline)
    if (isOfAll(reviewed)) await this.viewings.forgetOld()
  }

  async #sendOut(lost: readonly DocumentViewing[]): Promise<void> {
    const { documentId, editorKey } = lost[0]!
    try {
      await this.locks.run(`documents:viewings:${editorKey}`, LOCK, () =>
        this.#tell(editorKey, lost)
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const why = error.message
      this.logger.warn({ documentId, why }, 'people look at a document a while longer')
    }
  }

  /** Those who were told meanwhile, on whichever node, are told no more. */
  async #tell(editorKey: string, lost: readonly DocumentViewing[]): Promise<void> {
    const ids = lost.map(({ id }) => id)
    const untold = await DocumentViewing.query().whereIn('id', ids).select('userId')
    if (untold.length === 0) return
    await this.drop.once(editorKey, [...new Set(untold.map(({ userId }) => String(userId)))])
    await DocumentViewing.query().whereIn('id', ids).delete()
  }
}

function isOfAll({ userIds, sessionIds, documentIds }: Reviewed): boolean {
  return !userIds && !sessionIds && !documentIds
}

function viewingsBefore(
  id: number | undefined,
  { userIds, sessionIds, documentIds }: Reviewed
): Promise<DocumentViewing[]> {
  const query = DocumentViewing.query()
  if (id !== undefined) void query.where('id', '<', id)
  if (userIds) void query.whereIn('userId', [...userIds])
  if (sessionIds) void query.whereIn('sessionId', [...sessionIds])
  if (documentIds) void query.whereIn('documentId', [...documentIds])
  return query.orderBy('id', 'desc').limit(BATCH)
}
