import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { toStored } from '#kernel/database/instant'
import type DocumentKey from '../models/document_key.js'
import DocumentOpening from '../models/document_opening.js'

/** Who was inside since all was here the last time. */
export async function peopleAtRisk(
  key: DocumentKey,
  client?: TransactionClientContract
): Promise<number[]> {
  const openings = await openingsAtRisk(key, client)
  return [...new Set(openings.map(({ userId }) => userId))]
}

/** Whoever was let in so shortly before cannot have been at work yet. */
export const ENTERING_MS = 60_000

/** With what people were let in who were not heard to come, and not seen to be outside. */
export function unheardIn(editorKey: string, client?: TransactionClientContract) {
  const openings = DocumentOpening.query({ client }).where({ editorKey })
  return openings.whereNull('joinedAt').whereNull('endedAt')
}

/** Of these, those well before a moment. */
export function unheardBefore(
  editorKey: string,
  moment: number,
  client?: TransactionClientContract
) {
  return unheardIn(editorKey, client).where('openedAt', '<=', toStored(moment - ENTERING_MS))
}

/** Of whom it was learnt by asking alone that nothing of theirs is left over there. */
export async function peopleEndedUnheard(editorKey: string): Promise<number[]> {
  const openings = await DocumentOpening.query().where({ editorKey }).whereNotNull('endUnheardAt')
  return [...new Set(openings.map(({ userId }) => userId))]
}

/** With what they came. */
export function openingsAtRisk(
  { editorKey, settledAt }: DocumentKey,
  client?: TransactionClientContract
): Promise<DocumentOpening[]> {
  return DocumentOpening.query({ client })
    .where({ editorKey })
    .whereNotNull('joinedAt')
    .where((risk) => {
      void risk.whereNull('leftAt')
      if (settledAt) void risk.orWhere('leftAt', '>', toStored(settledAt))
      else void risk.orWhereNotNull('leftAt')
    })
    .orderBy('id')
    .exec()
}
