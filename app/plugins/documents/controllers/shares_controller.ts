import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok, idParam } from '#kernel/http/main'
import { ShareDocument } from '../actions/share_document.js'
import { WithdrawShare } from '../actions/withdraw_share.js'
import { DocumentShares } from '../queries/document_shares.js'
import { ReachableDocuments } from '../rights/reachable_documents.js'
import { shareValidator, withdrawShareValidator } from '../validators/share_validators.js'

export default class SharesController {
  @inject()
  async index(ctx: HttpContext, documents: ReachableDocuments, shares: DocumentShares) {
    const { id } = await documents.find(idParam(ctx))
    return ok(await shares.of(id))
  }

  @inject()
  async store(
    ctx: HttpContext,
    documents: ReachableDocuments,
    shareDocument: ShareDocument,
    shares: DocumentShares
  ) {
    const { endsAt = null, ...wanted } = await ctx.request.validateUsing(shareValidator)
    const document = await documents.find(idParam(ctx))
    const share = await shareDocument.handle(document, { ...wanted, endsAt })
    const [row] = await shares.named([share])
    return ok(row)
  }

  @inject()
  async destroy(ctx: HttpContext, documents: ReachableDocuments, withdrawShare: WithdrawShare) {
    const { id } = await documents.find(idParam(ctx))
    await withdrawShare.handle(id, { id: idParam(ctx, 'shareId') })
    return ok()
  }

  /** By whom it is shared with. */
  @inject()
  async destroyOf(ctx: HttpContext, documents: ReachableDocuments, withdrawShare: WithdrawShare) {
    const subject = await ctx.request.validateUsing(withdrawShareValidator)
    const { id } = await documents.find(idParam(ctx))
    await withdrawShare.handle(id, subject)
    return ok()
  }
}
