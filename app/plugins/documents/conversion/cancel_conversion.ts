import { toStored } from '#kernel/database/instant'
import { clock } from '#kernel/state/clock'
import DocumentConversion from '../models/document_conversion.js'

/** Ends a conversion without a result; one that is over stays as it is. */
export class CancelConversion {
  async handle({ id }: DocumentConversion): Promise<DocumentConversion> {
    const endedAt = toStored(clock.now())
    await DocumentConversion.query()
      .where({ id, state: 'running' })
      .update({ state: 'cancelled', endedAt, runner: null })
    return DocumentConversion.findOrFail(id)
  }
}
