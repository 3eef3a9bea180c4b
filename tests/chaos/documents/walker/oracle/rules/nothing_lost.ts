import type { Change } from '../../history/ledger.js'
import type { Evidence, Version } from '../evidence.js'

/**
 * Every change that nobody took back is in a version, or kept with the log where it was written badly, and every acknowledged save is whole in one. What was taken back
 * after a forced save was begun may be gone with it: the last save does without, and may be the first to come.
 */
export function* nothingLost({
  history,
  versions,
  kept: files,
  notices,
}: Evidence): Generator<string> {
  const kept = new Set([...versions, ...files].flatMap(({ texts }) => texts))
  for (const change of history.ledger.changes) {
    if (kept.has(change.text) || history.ledger.discarded.has(change.text)) continue
    if (change.isTakenBack) continue
    if (history.ledger.lost.has(change.text)) {
      if (notices.some(({ to, text }) => to === change.by && NOT_ARRIVED.test(text))) continue
      yield `${change.by.name} was not told that ${change.text} is lost with the document server’s storage`
      continue
    }
    if (isExcused(change, unsavedIn(history)) || isToldIncomplete(change, { history, notices }))
      continue
    yield `${change.text}, written under ${history.nameOf(change.key)}, is in no version${whereIsIt(change, history)}`
  }
  for (const { key, texts, isAcknowledged, isFinal, isFailed, form } of history.ledger.saves) {
    if (isFailed) continue
    const wanted = texts.filter((text) => isFinal || !history.ledger.changeOf(text)?.isTakenBack)
    if (!isAcknowledged || form || versions.some((version) => holds(version, wanted))) continue
    yield `what was acknowledged of ${history.nameOf(key)} (${texts.join(' ')}) is whole in no version`
  }
}

/** As of a session that is gone, or of one that was closed as if nothing had been changed. */
const NOT_ARRIVED = /may not have arrived|did not arrive here/

type History = Evidence['history']

const unsavedIn = (history: History): Set<string> =>
  new Set(
    history.stage.server.rooms.flatMap(({ changes }) => changes.changes.map(({ text }) => text))
  )

/** A page from before the last save was opened with a used key, and then the document server ended: nobody can open it again. */
const isExcused = ({ isStale, text }: Change, unsaved: ReadonlySet<string>): boolean =>
  isStale && unsaved.has(text)

const INCOMPLETE = 'may be incomplete'

/** What the document server wrote badly was acknowledged and told, but it did not hear so, and ended before it tried again. */
function isToldIncomplete(
  { key, text, by }: Change,
  { history, notices }: Pick<Evidence, 'history' | 'notices'>
): boolean {
  const { saves } = history.ledger
  const isKept = saves.some(
    (save) => save.key === key && save.isFailed && save.isFinal && save.isAcknowledged
  )
  if (!isKept || !unsavedIn(history).has(text)) return false
  return notices.some((notice) => notice.to === by && notice.text.includes(INCOMPLETE))
}

function whereIsIt({ key, text }: Change, history: History): string {
  const { server } = history.stage
  const isUnsaved = unsavedIn(history).has(text)
  if (isUnsaved) return ': it lies unsaved in the document server, and nobody is given its key'
  if (server.store.forgottenKeys().includes(key)) return ': it lies in the store of lost saves'

  return ''
}

const holds = ({ texts }: Version, wanted: readonly string[]): boolean =>
  wanted.every((text) => texts.includes(text))
