import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_CONFLICT, E_NOT_FOUND } from '#kernel/errors/main'
import type Document from '../models/document.js'
import { EndSession, type EndOptions } from '../editing/end_session.js'

@inject()
export class RemoveDocument {
  constructor(
    private readonly endSession: EndSession,
    private readonly logger: Logger
  ) {}

  /** @throws E_CONFLICT when a save arrived since it was looked up; what `EndSession` throws */
  async handle(document: Document, { drop }: EndOptions): Promise<void> {
    const { id, title, lastVersionNo } = document
    const prepare = async () => [await this.endSession.prepare(id, { drop, isForGood: true })]
    await this.endSession.commit(prepare, async ([current], trx) => {
      if (!current!.deletedAt) throw new E_NOT_FOUND()
      if (!drop && current!.lastVersionNo !== lastVersionNo) throw new E_CONFLICT(CAME)
      await current!.useTransaction(trx).delete()
    })
    this.logger.info({ documentId: id, title }, 'a document was removed for good')
  }
}

const CAME = 'A save of it has just arrived; look at it, then repeat'
