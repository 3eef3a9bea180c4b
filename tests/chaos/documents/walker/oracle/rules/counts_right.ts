import { MADE_HERE, type Evidence, type Version } from '../evidence.js'

/** The same work of a session is one version, however often and in however many files of a format it came. */
export function* countsRight(evidence: Evidence): Generator<string> {
  const { history, versions } = evidence
  const seen = new Map<string, Version>()
  for (const version of versions) {
    if (version.saves.length === 0 && !MADE_HERE.includes(version.kind))
      yield `version ${version.no} (${version.kind}) is none of the saves that were sent`
    for (const work of new Set(version.saves.map((save) => workOf(version, save.key)))) {
      const first = seen.get(work)
      if (first && isTwice(first, version, evidence))
        yield `versions ${first.no} and ${version.no} are the same work of ${history.nameOf(work.split(' ')[0]!)}`
      seen.set(work, first ?? version)
    }
  }
}

const isTwice = (first: Version, last: Version, evidence: Evidence): boolean =>
  !isMadePresent(first, last, evidence) &&
  !isComeBackTo(first, last, evidence) &&
  !isAllTakenBack(last, evidence) &&
  !isWrittenBadly(last) &&
  !goesOnFromBad(last, evidence) &&
  !isOfUnknownAge(first, last, evidence) &&
  ![first, last].some((version) => isWrittenAnew(version, evidence))

/**
 * What came into the trash, or without the right, lies beside; the same, once the document is taken out, or its writers have
 * the right again, is present by a version of its own.
 */
const isMadePresent = (first: Version, last: Version, { history }: Evidence): boolean =>
  first.beside &&
  !last.beside &&
  (history.trail.some(({ isDeleted }) => isDeleted) ||
    first.texts.some((text) => history.ledger.changeOf(text)?.right !== undefined))

/**
 * What was saved before had something in it that was taken back in its session; the first may be of before that, and have
 * come late.
 */
const isComeBackTo = (first: Version, last: Version, { versions, history }: Evidence): boolean => {
  const keys = new Set(last.saves.map(({ key }) => key))
  const changes = versions
    .filter(({ no }) => no !== first.no && no < last.no)
    .flatMap(({ texts }) => texts.flatMap((text) => history.ledger.changeOf(text) ?? []))
  return changes.some(({ isTakenBack, key }) => isTakenBack && keys.has(key))
}

/** That nothing is left of what was changed is not believed of a session that has saved something else: it lies beside. */
const isAllTakenBack = ({ beside, saves }: Version, { history }: Evidence): boolean =>
  beside && saves.every(({ key, named }) => history.ledger.tookBackIn(key, named))

/** Of an older save in which something is missing nobody can tell that it was not taken back. */
const isWrittenBadly = ({ saves }: Version): boolean => saves.every(({ isFailed }) => isFailed)

/** Its bytes tell that it was changed since, and no history what. */
const goesOnFromBad = ({ beside, saves }: Version, { history }: Evidence): boolean =>
  beside &&
  saves.every(({ key, isContinued }) => isContinued && history.ledger.failuresOf(key).length > 0)

/** Where nothing tells when it was written, somebody may have gone back to it after what was present since. */
const isOfUnknownAge = (first: Version, last: Version, { history, versions }: Evidence): boolean =>
  history.isUndated &&
  last.beside &&
  versions.some(({ no, beside, saves }) => {
    const isBetween = no > first.no && no < last.no && !beside
    return isBetween && saves.some(({ key }) => last.saves.some((save) => save.key === key))
  })

/** What goes on from a lost file of another format is packed in another way, with the same in it. */
const isWrittenAnew = ({ saves, fileType }: Version, { versions }: Evidence): boolean =>
  fileType !== versions[0]!.fileType && saves.every(({ isContinued }) => isContinued)

const workOf = ({ texts, fileType }: Version, key: string): string =>
  [key, fileType, ...texts].join(' ')
