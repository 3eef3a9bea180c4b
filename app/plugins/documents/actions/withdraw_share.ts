import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { currentOperator } from '#kernel/acting/main'
import DocumentShare from '../models/document_share.js'
import { authorOf } from '../versions/author.js'
import { lockedForChange } from '../versions/locked_document.js'
import { deleteShare, SettleShares } from './settle_shares.js'

type ShareName = Pick<DocumentShare, 'id'> | Pick<DocumentShare, 'subjectType' | 'subjectId'>

@inject()
export class WithdrawShare {
  constructor(private readonly settleShares: SettleShares) {}

  /** @throws E_NOT_FOUND without such a share, or in the trash */
  async handle(documentId: number, name: ShareName): Promise<void> {
    const author = authorOf(currentOperator())
    await db.transaction(async (trx) => {
      await lockedForChange(documentId, trx)
      const share = await DocumentShare.findBy({ documentId, ...name }, { client: trx })
      if (!share) throw new E_NOT_FOUND('There is no such share')
      await deleteShare(share, { action: 'unshared', author }, trx)
    })
    await this.settleShares.of(documentId)
  }
}
