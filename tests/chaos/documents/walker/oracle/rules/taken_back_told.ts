import type { Change } from '../../history/ledger.js'
import type { Evidence } from '../evidence.js'

/**
 * Whoever took back what is present all the same is told so, by the document's name and the version's number; of who was
 * disabled meanwhile, the owner. Where the last save of its session was written badly, they are told to look at the document.
 */
export function* takenBackTold(evidence: Evidence): Generator<string> {
  const { history, present } = evidence
  for (const change of history.ledger.changes) {
    if (!change.isTakenBack || !present.texts.includes(change.text)) continue
    if (isRestored(change, evidence) || isTold(change, evidence)) continue
    if (isToldToLook(change, evidence)) continue
    yield `${change.by.name} took ${change.text} back, and was not told that version ${present.no} holds it`
  }
}

const isRestored = ({ text }: Change, { versions }: Evidence): boolean =>
  versions.some(({ kind, texts }) => kind === 'restored' && texts.includes(text))

/** By the version that held it first: later ones go on from it. */
function isTold({ text, by }: Change, { history, versions, notices }: Evidence): boolean {
  const holding = versions.filter(({ texts }) => texts.includes(text))
  const tells = (notice: string) => holding.some(({ no }) => new RegExp(`\\b${no}\\b`).test(notice))
  const told = new Set(notices.filter((notice) => tells(notice.text)).map(({ to }) => to))

  return told.has(by) || (history.wasEverAway(by.name) && told.has(history.person(0)))
}

const TO_LOOK = 'may be incomplete'

function isToldToLook({ key, by }: Change, { history, notices }: Evidence): boolean {
  const failed = history.ledger.saves.some(
    (save) => save.key === key && save.isFinal && save.isFailed
  )
  return failed && notices.some(({ to, text }) => to === by && text.includes(TO_LOOK))
}
