import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { currentActing } from '#kernel/acting/main'
import { reviewListing } from '../listings/review_listing.js'
import type Document from '../models/document.js'
import { Handlers } from '../rights/handlers.js'
import type { reviewListValidator } from '../validators/document_validators.js'

const NO_DOCUMENT = 0

@inject()
export class ReviewList {
  constructor(private readonly handlers: Handlers) {}

  /** Of all submissions, the newest first. */
  async page(document: Document, query: Infer<typeof reviewListValidator>) {
    const acting = currentActing()
    const isSeen = acting.kind === 'system' || (await this.handlers.maySeeReviews(document, acting))
    const documentId = isSeen ? document.id : NO_DOCUMENT
    return reviewListing.page({ ...query, documentId, sort: NEWEST_FIRST })
  }
}

const NEWEST_FIRST = [{ name: 'id', descending: true }]
