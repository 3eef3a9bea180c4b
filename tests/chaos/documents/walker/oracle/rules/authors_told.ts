import type { Evidence, Version } from '../evidence.js'

/** Whoever's work lies beside the present version is told so, by the document's name and the version's number. */
export function* authorsTold(evidence: Evidence): Generator<string> {
  for (const version of evidence.versions) {
    if (!version.beside) continue
    for (const name of untold(version, evidence))
      yield `${name} was not told that their work lies in version ${version.no}, beside the present one`
  }
}

function untold(version: Version, { history, present, notices }: Evidence): string[] {
  const owner = history.person(0).name
  const number = new RegExp(`\\b${version.no}\\b`)
  const told = new Set(notices.filter(({ text }) => number.test(text)).map(({ to }) => to.name))
  const missing = version.texts.filter((text) => !present.texts.includes(text))
  const authors = missing.flatMap((text) => history.ledger.changeOf(text)?.by.name ?? [])

  return [...new Set(authors)].filter((name) => {
    return !told.has(name) && !(history.wasAway(name, version.no) && told.has(owner))
  })
}
