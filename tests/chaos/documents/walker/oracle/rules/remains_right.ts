import type { Change, SentSave } from '../../history/ledger.js'
import type { Evidence, KeptFile } from '../evidence.js'

/**
 * What is known to be written badly is kept with the log, once for a session's forced and last saves each, and is never
 * present; whoever's work is in it, and not in the present version, is told that it may be incomplete. Where none of its
 * tries was heard nobody can know, nor by a forced save of which nothing could be fetched what a last one holds.
 */
export function* remainsRight(evidence: Evidence): Generator<string> {
  const { history, versions, kept } = evidence
  const failures = history.ledger.saves.filter(({ isFailed }) => isFailed)
  const heard = failures.filter(
    ({ isHeard, isFinal, isAcknowledged }) => isHeard && (isFinal || isAcknowledged)
  )
  for (const { key, sha256, texts, isAcknowledged } of heard)
    if (isAcknowledged && !kept.some((file) => file.sha256 === sha256))
      yield `what was acknowledged of ${history.nameOf(key)} as written badly (${texts.join(' ')}) is not kept`
  for (const version of versions) {
    if (!version.beside && heard.some(({ sha256 }) => sha256 === version.sha256))
      yield `version ${version.no} was written badly, and became the present one`
  }
  for (const file of kept) {
    const ofFile = failures.filter(({ sha256 }) => sha256 === file.sha256)
    const keys = new Set(ofFile.map(({ key }) => key))
    const same = kept.filter((one) => one.sha256 === file.sha256 && one.action === file.action)
    if (same.length > Math.max(1, keys.size))
      yield `a file that was written badly (${file.texts.join(' ')}) is kept twice`
    for (const name of untold(file, ofFile, evidence))
      yield `${name} was not told that their work (${file.texts.join(' ')}) was written badly`
  }
}

const SAYING = 'may be incomplete'

function untold(file: KeptFile, failures: readonly SentSave[], evidence: Evidence): string[] {
  const { history, notices } = evidence
  const told = new Set(notices.filter(({ text }) => text.includes(SAYING)).map(({ to }) => to.name))
  const authors = missingOf(file, failures, evidence).map(({ by }) => by.name)

  return [...new Set(authors)].filter((name) => !told.has(name) && !history.wasEverAway(name))
}

/** While the session goes on, what could not be written is there still. */
function missingOf(
  { texts }: KeptFile,
  failures: readonly SentSave[],
  { history, versions }: Evidence
): Change[] {
  const once = new Set(versions.flatMap((version) => version.texts))
  const keys = new Set(failures.filter(({ isFinal }) => isFinal).map(({ key }) => key))
  return texts
    .filter((text) => !once.has(text))
    .flatMap((text) => history.ledger.changeOf(text) ?? [])
    .filter(({ key }) => keys.has(key))
}
