import { inject } from '@adonisjs/core'
import { currentOperator } from '#kernel/operator/acting'
import { EditingGuard } from '../guard/editing_guard.js'
import { ReviewViewings } from '../live/review_viewings.js'
import { DropRight } from '../rights/drop_right.js'
import { authorOf } from '../versions/author.js'
import { putInTrash } from '../versions/trash.js'

/**
 * Puts a document out of sight. It and its versions are kept for the configured time, and so is its key, also for a
 * save that is still under way.
 *
 * @throws E_FORBIDDEN, E_NOT_FOUND, E_BEING_EDITED, E_UNSAVED_WORK, E_UNAVAILABLE
 */
@inject()
export class DeleteDocument {
  constructor(
    private readonly guard: EditingGuard,
    private readonly dropRight: DropRight,
    private readonly viewings: ReviewViewings
  ) {}

  async handle(id: number, isDropping: boolean): Promise<void> {
    const author = authorOf(currentOperator())
    const drop = await this.dropRight.of([id], isDropping)
    await this.guard.whileQuiet(id, { drop, author }, (_document, trx) =>
      putInTrash(id, author, trx)
    )
    await this.viewings.handle({ documentIds: [id] })
  }
}
