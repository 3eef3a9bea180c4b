import { inject } from '@adonisjs/core'
import { currentOperator } from '#kernel/acting/main'
import { DropRight } from '../rights/drop_right.js'
import { EndSession } from '../editing/end_session.js'
import { authorOf } from '../versions/author.js'
import { putInTrash } from '../versions/trash.js'

/** The document and its versions are kept for the configured time, also for saves that arrive later. */
@inject()
export class DeleteDocument {
  constructor(
    private readonly endSession: EndSession,
    private readonly dropRight: DropRight
  ) {}

  async handle(id: number, isDropping: boolean): Promise<void> {
    const author = authorOf(currentOperator())
    const drop = await this.dropRight.of([id], isDropping)
    await this.endSession.handle(id, { drop }, (_document, trx) => putInTrash(id, author, trx))
  }
}
