import type { History } from '../../history/history.js'
import type { Change, Ledger, SentSave } from '../../history/ledger.js'

/**
 * A save of the document's own session becomes present, unless it is older than another, goes on from what was written badly,
 * or the document must not change; or it lacks what somebody took back who is out by then: nothing tells that from a loss. One
 * that goes on from a lost save tells of no changes, and may come after the word that the session is closed. One that holds
 * work of somebody without the right may lie beside.
 */
export function* placedRight(history: History): Generator<string> {
  const { before, sight, ledger, isCrowded } = history
  const fresh = ledger.takeFresh()
  const [save] = fresh
  if (isCrowded || fresh.length !== 1 || save!.form || save!.isFailed) return
  const { key, isContinued, texts } = save!
  if (texts.some((text) => ledger.changeOf(text)?.right)) return
  if (isContinued && (ledger.failuresOf(key).length > 0 || ledger.wasSaidClosed(key))) return
  const isOwn = save!.isAcknowledged && save!.key === before.sessionKey && !isOlder(save!, ledger)
  const wasChangeable = ['draft', 'returned'].includes(before.status) && !before.isDeleted
  const isBeside =
    sight.lastVersionNo > before.lastVersionNo && sight.versionNo === before.versionNo
  if (isOwn && wasChangeable && isBeside && !lacksTakenBackByGone(save!, history))
    yield `version ${sight.lastVersionNo} lies beside, though its session is the document's own`
}

/** Another one of its session, with more in it, or without what was taken back since, was taken before. */
function isOlder(save: SentSave, ledger: Ledger): boolean {
  const left = save.texts.filter((text) => !ledger.changeOf(text)?.isTakenBack)
  return ledger.saves.some(
    ({ key, sha256, isAcknowledged, isFailed, texts, form }) =>
      !form &&
      !isFailed &&
      key === save.key &&
      sha256 !== save.sha256 &&
      isAcknowledged &&
      texts.length > left.length - Number(left.length < save.texts.length) &&
      left.every((text) => texts.includes(text))
  )
}

/** Another one of its session holds what somebody wrote, took back and left. */
function lacksTakenBackByGone({ key, texts }: SentSave, { ledger, tabs }: History): boolean {
  const isInside = ({ by }: Change) => tabs.some((tab) => tab.by === by && tab.key === key)
  const kept = ledger.saves.filter((save) => save.key === key && save.isAcknowledged && !save.form)
  return ledger.changes.some(
    (change) =>
      change.isTakenBack &&
      !texts.includes(change.text) &&
      kept.some((save) => save.texts.includes(change.text)) &&
      !isInside(change)
  )
}
