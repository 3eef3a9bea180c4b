import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentConversion from '../models/document_conversion.js'

/** Ends a conversion without a result; one that is over stays as it is. Whoever works on it lets it go by itself. */
export class CancelConversion {
  async handle({ id }: DocumentConversion): Promise<DocumentConversion> {
    const endedAt = toStored(clock.now())
    await DocumentConversion.query()
      .where({ id, state: 'running' })
      .update({ state: 'cancelled', endedAt })
    return DocumentConversion.findOrFail(id)
  }
}
