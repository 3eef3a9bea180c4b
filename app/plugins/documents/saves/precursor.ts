import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { replaces } from '../document_types.js'
import DocumentFormData from '../models/document_form_data.js'
import DocumentVersion from '../models/document_version.js'
import { contributorsOf } from '../notices/contributors.js'
import { historyIn } from '../versions/version_history.js'
import { isBehind } from '../versions/save_order.js'
import type { Place, PlacedSave } from './place_of_save.js'

type Transaction = TransactionClientContract

/**
 * The version beside that a save takes the place of. A session that goes on after its key was replaced, or under the
 * present key while nothing of it may become present, may save every few minutes. Where one person alone wrote all of it,
 * the newest is enough: what is missing in it they deleted themselves, and they were told already. Where several did, a
 * later save may lack what somebody else deleted of another's work, so each is kept, and told; and what comes in a lesser
 * format, or with fewer changes, may lack what the other holds. What came without the right stays as whoever restores it has seen it. Under the
 * present key something may have become present since: what comes after that is another one, and so is what comes after
 * its session was given up.
 */
export async function precursorOf(
  save: PlacedSave,
  place: Place,
  trx: Transaction
): Promise<DocumentVersion | null> {
  const version = besideBefore(place)
  if (!version || !isAlike(save, version, place) || hasLess(save, version)) return null
  return (await isByOne(save, version, trx)) && !(await isReferredTo(version, trx)) ? version : null
}

/** Of its session, if the save is newer than all that is kept of it. */
function besideBefore({ becomesPresent, isPresentKey, known, kept, orders, givenUpAt }: Place) {
  if (becomesPresent || known || isBehind(orders)) return null
  const at = kept.findIndex(({ beside }) => beside)
  const isLast = at === 0 || !isPresentKey
  const version = isLast && orders[at] === 'newer' ? kept[at]! : null
  return version && givenUpAt && version.createdAt < givenUpAt ? null : version
}

function isAlike(
  { fileType }: PlacedSave,
  version: DocumentVersion,
  { unpermitted, badlyWritten, underPassword }: Place
): boolean {
  const isSameKind = version.badlyWritten === badlyWritten && !version.unpermitted && !unpermitted
  const isSeenAlike = version.underPassword === underPassword
  return isSameKind && isSeenAlike && replaces(fileType, version.fileType)
}

/** With fewer changes, although it is newer: something was taken back, or the document server has lost it. */
function hasLess(one: PlacedSave, other: DocumentVersion): boolean {
  if (one.changesSize === null || other.changesSize === null) return false
  return one.changesSize < other.changesSize
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
