import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { covers, currentActing, type ActingOperator } from '#kernel/acting/main'
import { Gate } from '#kernel/permissions/main'
import type Document from '../models/document.js'
import type { LogAction } from '../models/document_log.js'
import { documentPermissions } from '../permissions.js'
import { Handlers } from '../rights/handlers.js'
import type { logListValidator } from '../validators/document_validators.js'
import { logListing } from '../listings/log_listing.js'

type Query = Infer<typeof logListValidator>

const OLDEST_FIRST = [{ name: 'id', descending: false }]

const OF_SHARES: readonly LogAction[] = ['shared', 'share_changed', 'unshared', 'share_ended']

/** They name further people, or repeat a comment. */
const OF_REVIEWS: readonly LogAction[] = [
  ...(['submitted', 'handlers_replaced', 'withdrawn'] as const),
  ...(['approved', 'returned', 'mentioned'] as const),
]

@inject()
export class LogLines {
  constructor(
    private readonly gate: Gate,
    private readonly handlers: Handlers
  ) {}

  async page(document: Document, query: Query) {
    const except = await this.#hidden(document)
    return logListing.page({ ...query, documentId: document.id, except })
  }

  async stream(document: Document) {
    const except = await this.#hidden(document)
    return logListing.stream({ documentId: document.id, except, sort: OLDEST_FIRST })
  }

  /** Shares are for users who may share the document, reviews for those who have it without a share. */
  async #hidden(document: Document): Promise<LogAction[] | undefined> {
    const acting = currentActing()
    if (acting.kind === 'system') return undefined
    const hidden: LogAction[] = []
    if (!(await this.#maySeeShares(acting, document))) hidden.push(...OF_SHARES)
    if (!(await this.handlers.maySeeReviews(document, acting))) hidden.push(...OF_REVIEWS)
    return hidden.length > 0 ? hidden : undefined
  }

  async #maySeeShares({ operator }: ActingOperator, document: Document): Promise<boolean> {
    const grant = await this.gate.grantOf(operator, documentPermissions.share.code)
    return grant !== null && covers(grant.reach, rowOf(document))
  }
}

function rowOf({ ownerId, departmentId }: Document) {
  return { owner: ownerId, department: departmentId }
}
