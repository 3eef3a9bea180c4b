import { inject } from '@adonisjs/core'
import type { Infer } from '@vinejs/vine/types'
import { type Operator, actAsSystem, currentActing } from '#kernel/acting/main'
import { memberOf, type Member } from '../models/reach/effective_shares.js'
import { Handlers } from '../rights/handlers.js'
import type { documentListValidator } from '../validators/document_validators.js'
import { documentListing } from '../listings/document_listing.js'

type Query = Infer<typeof documentListValidator>

const NOBODY = 0

@inject()
export class DocumentList {
  constructor(private readonly handlers: Handlers) {}

  async page({ submittedToMe, sharedWithMe, ...query }: Query, operator: Operator) {
    const sharedWith = sharedWithMe === 'true' ? askingMember() : undefined
    const wanted = { ...query, there: true as const, sharedWith }
    if (submittedToMe !== 'true') return documentListing.page(wanted)
    const [submittedTo = NOBODY] = await this.handlers.reviewersAmong([operator])
    return actAsSystem('a handler lists what was submitted to them', () =>
      documentListing.page({ ...wanted, submittedTo })
    )
  }
}

function askingMember(): Member | undefined {
  const acting = currentActing()
  return acting.kind === 'operator' ? memberOf(acting) : undefined
}
