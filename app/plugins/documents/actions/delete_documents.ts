import { inject } from '@adonisjs/core'
import { Refusal } from '#kernel/http/define_error'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { currentOperator } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_BEING_EDITED, E_UNSAVED_WORK } from '../errors.js'
import { EditingGuard, type GuardOptions, type Quiet } from '../guard/editing_guard.js'
import { byDeadline } from '../live/by_deadline.js'
import { ReviewViewings } from '../live/review_viewings.js'
import type Document from '../models/document.js'
import { assertDeletingPace } from '../paces.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { DropRight } from '../rights/drop_right.js'
import { authorOf } from '../versions/author.js'
import { putInTrash } from '../versions/trash.js'

interface Hindrance {
  document: Document
  refusal: Refusal
}

interface Asking extends GuardOptions {
  deadline: number
}

/** How long it is asked about all of them together. */
const ASKING_MS = 10_000
const TOO_LONG =
  'The document server takes too long to say who edits; delete fewer documents at a time, or try again. None was deleted'

/** How many the document server is asked about at the same time. */
const ASKED_AT_ONCE = 10

/**
 * Puts documents out of sight, all or none. They and their versions are kept for the configured time, also for saves
 * that are still under way.
 *
 * @throws E_BEING_EDITED, or E_UNSAVED_WORK where none is being edited, naming every one that cannot be deleted and why;
 * E_NOT_FOUND when one of them is not within reach, without telling which; E_FORBIDDEN; E_TOO_MANY_REQUESTS; E_UNAVAILABLE
 */
@inject()
export class DeleteDocuments {
  constructor(
    private readonly documents: ReachableDocuments,
    private readonly guard: EditingGuard,
    private readonly dropRight: DropRight,
    private readonly settings: EditorSettings,
    private readonly viewings: ReviewViewings
  ) {}

  async handle(ids: readonly number[], isDropping: boolean): Promise<void> {
    const operator = currentOperator()
    const author = authorOf(operator)
    await assertDeletingPace(operator.id, ids.length)
    const documents = await this.documents.findAll(ids)
    const drop = await this.dropRight.of(ids, isDropping)
    const deadline = clock.elapsed() + this.#longestMs(isDropping)
    const ask = () =>
      byDeadline(this.#assertQuiet(documents, { drop, author, deadline }), deadline, TOO_LONG)
    await this.guard.whileStillQuiet(ask, { author }, async (locked, trx) => {
      for (const { id } of locked) await putInTrash(id, author, trx)
    })
    await this.viewings.handle({ documentIds: ids })
  }

  /** Sessions that are to end may take the time that they are given. */
  #longestMs(isDropping: boolean): number {
    if (!isDropping) return ASKING_MS
    const { sessionEndSeconds, forceSaveSeconds } = this.settings.config
    return ASKING_MS + sessionEndSeconds * 2_000 + forceSaveSeconds * 1_000
  }

  async #assertQuiet(documents: readonly Document[], { deadline, ...options }: Asking) {
    const quiet: Quiet[] = []
    const hindrances: Hindrance[] = []
    for (let from = 0; from < documents.length; from += ASKED_AT_ONCE) {
      if (clock.elapsed() > deadline) throw new E_UNAVAILABLE(TOO_LONG)
      const some = documents.slice(from, from + ASKED_AT_ONCE)
      const found = await Promise.all(some.map((document) => this.#ask(document, options)))
      for (const one of found) {
        if ('refusal' in one) hindrances.push(one)
        else quiet.push(one)
      }
    }
    if (hindrances.length > 0) throw refusalOf(hindrances)
    return quiet
  }

  async #ask(document: Document, options: GuardOptions): Promise<Quiet | Hindrance> {
    try {
      return await this.guard.assertQuiet(document.id, options)
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return { document, refusal: error }
      throw error
    }
  }
}

function refusalOf(hindrances: readonly Hindrance[]): Refusal {
  if (hindrances.length === 1) return hindrances[0]!.refusal
  const errors = hindrances.map(({ document, refusal }) => ({
    field: 'ids',
    rule: refusal.code!,
    message: `${document.id} “${document.title}”: ${refusal.message}`,
  }))
  const unsaved = hindrances.filter(({ refusal }) => refusal instanceof E_UNSAVED_WORK)
  const edited = hindrances.filter((one) => !unsaved.includes(one))
  const message = [...reasonsOf(edited), ...reasonsOf(unsaved), 'None was deleted'].join('. ')
  const Reason = edited.length > 0 ? E_BEING_EDITED : E_UNSAVED_WORK
  return new Reason(message, { errors })
}

/** What is the same of several is said once. */
function reasonsOf(hindrances: readonly Hindrance[]): string[] {
  const alike = Map.groupBy(hindrances, ({ refusal }) => refusal.message)
  return [...alike].map(
    ([reason, those]) =>
      `${those.map(({ document }) => `“${document.title}”`).join(', ')}: ${reason}`
  )
}
