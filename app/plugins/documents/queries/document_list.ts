import type { Infer } from '@vinejs/vine/types'
import type { Operator } from '#kernel/operator/operator'
import { actAsSystem } from '#kernel/operator/acting'
import type { documentListValidator } from '../validators/document_validators.js'
import { documentListing } from './document_listing.js'

type Query = Infer<typeof documentListValidator>

/** Documents within reach; or, asked for so, those submitted to whoever asks, wherever they lie. */
export class DocumentList {
  page({ submittedToMe, ...query }: Query, { id }: Operator) {
    if (submittedToMe !== 'true') return documentListing.page({ ...query, there: true })
    return actAsSystem('a handler lists what was submitted to them', () =>
      documentListing.page({ ...query, there: true, submittedTo: id })
    )
  }
}
