import { inject } from '@adonisjs/core'
import type { Operator } from '#kernel/acting/main'
import { labelsOf } from '#kernel/listing/main'
import { User } from '#plugins/identity/main'
import type Document from '../models/document.js'
import { AllowedActions } from '../rights/allowed_actions.js'
import { documentRow } from '../transformers/document_transformer.js'

/** One document, with what its reader may do with it. */
@inject()
export class DocumentDetails {
  constructor(private readonly actions: AllowedActions) {}

  async of(document: Document, operator: Operator) {
    const owners = await labelsOf(User, 'nickname', document.ownerId ? [document.ownerId] : [])
    return {
      ...documentRow(document),
      ownerName: owners.get(document.ownerId ?? 0) ?? null,
      allowed: await this.actions.of(document, operator),
    }
  }
}
