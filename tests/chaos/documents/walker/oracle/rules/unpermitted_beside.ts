import type { Change } from '../../history/ledger.js'
import type { Evidence, Version } from '../evidence.js'

/**
 * What somebody wrote who had lost the right does not become present, unless in one save with what others wrote, or they
 * themselves with the right; whoever wrote it and the owner are told why it lies beside. Of what the sweep brought nobody
 * knows whose changes are in it, where several were let in.
 */
export function* unpermittedBeside(evidence: Evidence): Generator<string> {
  const { history } = evidence
  for (const version of evidence.versions) {
    const added = addedBy(version, evidence)
    if (added.length === 0 || !added.every(({ right }) => right === 'lost')) continue
    const shown = `version ${version.no} (${version.texts.join(' ')})`
    if (!version.beside && isKnownWhose(version, evidence))
      yield `${shown} became the present one, and holds what ${namesOf(added)} had no right to write`
    const told = toldWhy(version, evidence)
    if (version.beside && told.size > 0 && !told.has(history.person(0).name))
      yield `${shown} was written without the right, and its owner was not told`
  }
}

const WHY = 'could no longer change the document'

/** What neither was present nor had been saved in its session before. */
function addedBy(version: Version, { history, versions }: Evidence): Change[] {
  const { saves, no } = version
  if (saves.length === 0) return []
  const keys = new Set(saves.map(({ key }) => key))
  const before = versions.filter(
    (one) => one.no < no && (!one.beside || one.saves.some(({ key }) => keys.has(key)))
  )
  const once = new Set(before.flatMap(({ texts }) => texts))
  return version.texts
    .filter((text) => !once.has(text))
    .flatMap((text) => history.ledger.changeOf(text) ?? [])
}

/** Of a lost save its document alone tells when it was written: where that is not dated, it is taken for work with the right. */
const isKnownWhose = ({ saves, fileType }: Version, { history }: Evidence): boolean =>
  saves.some(({ isAcknowledged, isContinued }) => isAcknowledged && !isContinued) ||
  saves.every(
    ({ key }) => !history.isUndated && isDated(fileType) && !history.ledger.mayBeOfSeveral(key)
  )

const isDated = (fileType: string): boolean => ['docx', 'xlsx', 'pptx'].includes(fileType)

function toldWhy({ no }: Version, { notices }: Evidence): Set<string> {
  const number = new RegExp(`\\b${no}\\b`)
  const telling = notices.filter(({ text }) => number.test(text) && text.includes(WHY))
  return new Set(telling.map(({ to }) => to.name))
}

const namesOf = (changes: readonly Change[]): string =>
  [...new Set(changes.map(({ by }) => by.name))].join(' and ')
