import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import DocumentFormData from '../models/document_form_data.js'
import DocumentVersion from '../models/document_version.js'
import { contributorsOf } from '../notices/contributors.js'
import { historyIn } from '../versions/version_history.js'
import { isBehind } from '../versions/save_order.js'
import type { Place, PlacedSave } from './place_of_save.js'

type Transaction = TransactionClientContract

/**
 * The version beside that a save takes the place of. A session that goes on after its key was replaced may save every
 * few minutes. Where one person alone wrote all of it, the newest is enough: what is missing in it they deleted
 * themselves, and they were told already. Where several did, a later save may lack what somebody else deleted of
 * another's work, so each is kept.
 */
export async function precursorOf(
  save: PlacedSave,
  { becomesPresent, isPresentKey, known, kept, orders, unpermitted, badlyWritten }: Place,
  trx: Transaction
): Promise<DocumentVersion | null> {
  if (becomesPresent || isPresentKey || known) return null
  const at = kept.findIndex(({ beside }) => beside)
  const version = kept[at]
  if (!version || orders[at] !== 'newer' || isBehind(orders)) return null
  if (version.badlyWritten !== badlyWritten) return null
  if (version.unpermitted !== unpermitted || !(await isByOne(save, version, trx))) return null
  return (await isReferredTo(version, trx)) ? null : version
}

async function isByOne(save: PlacedSave, version: DocumentVersion, trx: Transaction) {
  const mine = contributorsOf(save)
  if (mine.length !== 1) return false
  const history = historyIn(await version.loadHistory(trx))
  const { authorId, concerned } = version
  const theirs = contributorsOf({ authorId, concerned, history })
  return theirs.length === 1 && mine[0] === theirs[0]
}

async function isReferredTo({ documentId, no }: DocumentVersion, trx: Transaction) {
  const [form, restored] = [
    await DocumentFormData.findBy({ documentId, versionNo: no }, { client: trx }),
    await DocumentVersion.described({ client: trx })
      .where({ documentId, restoredFrom: no })
      .first(),
  ]
  return form !== null || restored !== null
}
