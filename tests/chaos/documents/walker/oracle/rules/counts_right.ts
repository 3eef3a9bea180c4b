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
  !isComeBackTo([first.no, last.no], evidence) &&
  ![first, last].some((version) => isWrittenAnew(version, evidence))

/** What was saved in between had something in it that was taken back. */
const isComeBackTo = ([first, last]: [number, number], { versions, history }: Evidence): boolean =>
  versions
    .filter(({ no }) => no > first && no < last)
    .some(({ texts }) => texts.some((text) => history.ledger.changeOf(text)?.isTakenBack))

/** What goes on from a lost file of another format is packed in another way, with the same in it. */
const isWrittenAnew = ({ saves, fileType }: Version, { versions }: Evidence): boolean =>
  fileType !== versions[0]!.fileType && saves.every(({ isContinued }) => isContinued)

const workOf = ({ texts, fileType }: Version, key: string): string =>
  [key, fileType, ...texts].join(' ')
