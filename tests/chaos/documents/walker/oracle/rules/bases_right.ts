import { strFromU8, unzipSync } from 'fflate'
import { documentTexts } from '../../../../../fakes/document_server/ooxml.js'
import type { SentSave } from '../../history/ledger.js'
import type { Evidence, Version } from '../evidence.js'

interface HistoryData {
  previous?: { fileType: string; url: string }
  changesUrl?: string
}

/** What the history names as the version before, with the changes that it names, makes the version. */
export async function* basesRight(evidence: Evidence): AsyncGenerator<string> {
  const { history, versions } = evidence
  const { admin } = history.stage.people
  for (const version of versions.filter(({ saves }) => saves.length > 0)) {
    const path = `${history.path}/history/${version.no}`
    const { previous, changesUrl } = await admin.need<HistoryData>('GET', path)
    if (!previous || !changesUrl) continue
    const base = documentTexts(await fetched(previous.url), previous.fileType)
    const changes = await changesIn(changesUrl)
    const together = [...base, ...changes]
    if (isSame(together, version)) continue
    const cameAfter = changes.length === 0 ? cameAfterOne : cameAfterTheLast
    if (version.saves.every((save) => cameAfter(save, history))) continue
    yield `the history of version ${version.no} shows ${together.join(' ')} for ${version.texts.join(' ')}`
  }
}

/**
 * When a last save is through, the document server deletes what was changed under its key, also where somebody is inside
 * again: of what these save nothing tells upon what it was made.
 */
function cameAfterTheLast({ key, sha256 }: SentSave, { ledger }: Evidence['history']): boolean {
  const first = ledger.saves.findIndex((save) => save.sha256 === sha256)
  return ledger.saves
    .slice(0, first)
    .some((save) => save.key === key && save.isFinal && save.isAcknowledged && !save.isFailed)
}

/** So it does with one that was given up; then what is written again is the same file, with no changes beside it. */
function cameAfterOne({ key, sha256 }: SentSave, { ledger }: Evidence['history']): boolean {
  const last = ledger.saves.findLastIndex((save) => save.sha256 === sha256)
  return ledger.saves.slice(0, last).some((save) => save.key === key && save.isFinal)
}

const isSame = (texts: readonly string[], version: Version): boolean =>
  texts.join(' ') === version.texts.join(' ')

async function changesIn(url: string): Promise<string[]> {
  const files = unzipSync(await fetched(url))

  return Object.keys(files)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .flatMap((name) => JSON.parse(strFromU8(files[name]!)) as string[])
}

async function fetched(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)

  return new Uint8Array(await response.arrayBuffer())
}
