import type { Change } from '../../history/ledger.js'
import type { Evidence, Version } from '../evidence.js'

/**
 * Whoever's work lies beside the present version is told so, by the document's name and the version's number. Work of
 * another session that had been present before is none of it: what replaced it was a restoring. For who was disabled by
 * then, the owner is told.
 */
export function* authorsTold(evidence: Evidence): Generator<string> {
  for (const version of evidence.versions) {
    if (!version.beside) continue
    for (const name of untold(version, evidence))
      yield `${name} was not told that their work lies in version ${version.no}, beside the present one`
  }
}

function untold(version: Version, evidence: Evidence): string[] {
  const { history, notices } = evidence
  const number = new RegExp(`\\b${version.no}\\b`)
  const told = new Set(notices.filter(({ text }) => number.test(text)).map(({ to }) => to.name))
  const authors = missingOf(version, evidence).map(({ by }) => by.name)
  const owner = history.person(0).name

  return [...new Set(authors)].filter((name) => {
    return !told.has(name) && !(history.wasAway(name, version.no) && told.has(owner))
  })
}

function missingOf(version: Version, { history, present, versions }: Evidence): Change[] {
  const keys = new Set(version.saves.map(({ key }) => key))
  const before = versions.filter(({ no, beside }) => no < version.no && !beside)
  const once = new Set(before.flatMap(({ texts }) => texts))
  return version.texts
    .filter((text) => !present.texts.includes(text))
    .flatMap((text) => history.ledger.changeOf(text) ?? [])
    .filter(({ key, text }) => keys.has(key) || !once.has(text))
}
