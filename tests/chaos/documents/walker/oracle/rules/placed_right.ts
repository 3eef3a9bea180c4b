import type { History } from '../../history/history.js'
import type { SentSave } from '../../history/ledger.js'

/** A save of the document's own session becomes present, unless it is older than another, goes on from what was written badly, or the document must not change. */
export function* placedRight(history: History): Generator<string> {
  const { before, sight, ledger, isCrowded } = history
  const fresh = ledger.takeFresh()
  const [save] = fresh
  if (isCrowded || fresh.length !== 1 || save!.form || save!.isFailed) return
  if (save!.isContinued && ledger.failuresOf(save!.key).length > 0) return
  const isOwn =
    save!.isAcknowledged && save!.key === before.editorKey && !isOlder(save!, ledger.saves)
  const wasChangeable = ['draft', 'returned'].includes(before.status) && !before.isDeleted
  const isBeside =
    sight.lastVersionNo > before.lastVersionNo && sight.versionNo === before.versionNo
  if (isOwn && wasChangeable && isBeside)
    yield `version ${sight.lastVersionNo} lies beside, though its session is the document's own`
}

/** Another one of its session, with more in it, was taken before. */
function isOlder(save: SentSave, saves: readonly SentSave[]): boolean {
  return saves.some(
    ({ key, isAcknowledged, isFailed, texts, form }) =>
      !form &&
      !isFailed &&
      key === save.key &&
      isAcknowledged &&
      texts.length > save.texts.length &&
      save.texts.every((text) => texts.includes(text))
  )
}
