import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Refusal } from '#kernel/http/define_error'
import { clock } from '#kernel/state/clock'
import { Locks } from '#kernel/state/locks'
import { EditorSettings } from '../editor/editor_settings.js'
import DocumentViewing from '../models/document_viewing.js'
import { around, BATCH, type Between } from './around.js'
import { DropCommand } from './drop_command.js'
import { LostViewings } from './lost_viewings.js'
import { isOfAll, type Reviewed } from './reviewed.js'
import { RoundPlaces } from './round_places.js'
import { severalAtOnce } from './several_at_once.js'
import { Viewings } from './viewings.js'

const LOCK = { ttlMs: 60_000, waitMs: 60_000 }

/** For so long people are told to leave: the next round begins with those whom it has not come to by then. */
const TELLING_MS = 15_000
const PLACE = 'viewings'

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
    private readonly places: RoundPlaces,
    private readonly logger: Logger
  ) {}

  /** The latest first; where there was no time for all, a look at all of them goes on where the last one stopped. */
  async handle(reviewed: Reviewed = {}): Promise<void> {
    if (this.settings.off) return
    const deadline = clock.elapsed() + TELLING_MS
    const place = isOfAll(reviewed) ? this.places.of(PLACE) : 0
    let unreached: number | null = null
    for await (const batch of around(place, (between) => viewingsBetween(between, reviewed))) {
      unreached = await this.#reviewed(batch, deadline)
      if (unreached !== null) break
    }
    if (!isOfAll(reviewed)) return
    this.places.note(PLACE, unreached ?? 0)
    await this.viewings.forgetOld()
  }

  /** @returns where the next round begins; `null` when it came to all of them */
  async #reviewed(batch: readonly DocumentViewing[], deadline: number): Promise<number | null> {
    const lost = Map.groupBy(await this.lost.among(batch), ({ editorKey }) => editorKey)
    const sessions = [...lost.values()]
    const reached = await severalAtOnce(sessions, deadline, (one) => this.#sendOut(one))
    if (reached < sessions.length) return sessions[reached]![0]!.id + 1
    return clock.elapsed() < deadline ? null : batch.at(-1)!.id
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

/** From the latest on. */
function viewingsBetween(
  { after, upTo }: Between,
  { userIds, sessionIds, documentIds }: Reviewed
): Promise<DocumentViewing[]> {
  const query = DocumentViewing.query()
  if (after !== undefined) void query.where('id', '<', after)
  if (upTo !== undefined) void query.where('id', '>=', upTo)
  if (userIds) void query.whereIn('userId', [...userIds])
  if (sessionIds) void query.whereIn('sessionId', [...sessionIds])
  if (documentIds) void query.whereIn('documentId', [...documentIds])
  return query.orderBy('id', 'desc').limit(BATCH).exec()
}
