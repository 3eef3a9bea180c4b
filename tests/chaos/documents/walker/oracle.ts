/**
 * What must be true when a walk is over, everybody has left and the sweep has run:
 *
 * 1. Every delivered file is a version of the document.
 * 2. The current version is never older than a save that it replaced: it holds every change of the version that was
 *    current before, unless somebody undid it or restored an earlier version. What was submitted is replaced by no save.
 * 3. Whoever wrote something that is not in the current version was told afterwards, unless they undid it, or somebody
 *    restored an earlier version than the one that held it. People are told once for each session and reason.
 *
 * The document server deletes some changes by itself while two saves of one key are under way; those are left out.
 */
import app from '@adonisjs/core/services/app'
import { buffer } from 'node:stream/consumers'
import { actAsSystem } from '#kernel/acting/main'
import { FileStore, StoredFile } from '#plugins/files/main'
import DocumentVersion, {
  PLACEMENTS,
  type Placement,
  type VersionKind,
} from '../../../../app/plugins/documents/models/document_version.js'
import type { SessionNotice } from '../../../../app/plugins/documents/models/editing_session.js'
import type { History } from './history.js'
import { contentOf, type Written } from './ledger.js'

interface Version {
  no: number
  kind: VersionKind
  placement: Placement
  sessionKey: string | null
  content: string
  texts: ReadonlySet<string>
}

const OF_SESSIONS: readonly SessionNotice[] = [
  'lost',
  'undone',
  'unsaved',
  'not_written',
  'undelivered',
]

const ABOUT_WORK = new Set([...PLACEMENTS, ...OF_SESSIONS].map((name) => `document.${name}`))

/** After each step. */
export function judgeStep(history: History): void {
  const { submittedNo, sight } = history
  if (submittedNo === undefined || sight.versionNo === submittedNo) return
  history.complain(`(2) version ${sight.versionNo} replaced ${submittedNo}, which was submitted`)
}

export async function judge(history: History): Promise<void> {
  const versions = await versionsOf(history.id)
  for (const line of deliveredAreVersions(history, versions)) history.complain(`(1) ${line}`)
  for (const line of currentIsNotOlder(history, versions)) history.complain(`(2) ${line}`)
  for (const line of writersAreTold(history, versions)) history.complain(`(3) ${line}`)
  judgeStep(history)
  for (const { no, kind, placement, sessionKey, content } of versions)
    history.say(
      `  ${no} ${kind} ${placement} ${sessionKey && history.nameOf(sessionKey)}: ${content}`
    )
}

function* deliveredAreVersions({ stage: { ledger } }: History, versions: readonly Version[]) {
  const contents = new Set(versions.map(({ content }) => content))
  for (const { content, how } of ledger.delivered)
    if (!contents.has(content)) yield `no version holds “${content}” (${how})`
}

function* currentIsNotOlder({ stage: { ledger }, sight }: History, versions: readonly Version[]) {
  const chain = versions.filter(({ placement }) => placement === 'current')
  for (const [at, { no, kind, texts }] of chain.entries()) {
    const before = chain[at - 1]
    if (!before || kind === 'restored') continue
    const missing = [...before.texts].filter((text) => !texts.has(text) && !ledger.undone.has(text))
    if (missing.length > 0)
      yield `version ${no} replaced ${before.no} and lacks ${missing.join(', ')}`
  }
  const last = chain.at(-1)?.no
  if (last !== sight.versionNo) yield `version ${sight.versionNo} is current, not ${last}`
}

function* writersAreTold(history: History, versions: readonly Version[]) {
  const { ledger } = history.stage
  const wereCurrent = versions.filter(({ placement }) => placement === 'current')
  for (const one of ledger.written) {
    const { text, by, key } = one
    const isSettled = ledger.undone.has(text) || ledger.discarded.has(text)
    if (isSettled || wereCurrent.some(({ texts }) => texts.has(text))) continue
    if (!isTold(history, one, versions))
      yield `${by.name} wrote “${text}” under ${history.nameOf(key)} and was not told that it is not current`
  }
}

/** Afterwards, or of another version of the session that lies beside for the same reason. */
function isTold({ stage }: History, one: Written, versions: readonly Version[]): boolean {
  const notices = stage.ledger.told.filter(
    ({ userId, kind }) => userId === one.by.id && ABOUT_WORK.has(kind)
  )
  if (notices.some(({ order }) => order > one.order)) return true
  const holding = versions.filter(({ texts }) => texts.has(one.text))
  const isSame = (told: Version | undefined) =>
    holding.some(
      (held) => held.sessionKey === told?.sessionKey && held.placement === told?.placement
    )
  return notices.some(({ versionNo }) => isSame(versions.find(({ no }) => no === versionNo)))
}

function versionsOf(documentId: number): Promise<Version[]> {
  return actAsSystem('look on from a walk', async () => {
    const store = await app.container.make(FileStore)
    const rows = await DocumentVersion.described().where({ documentId }).orderBy('no')
    return Promise.all(
      rows.map(async ({ no, kind, placement, sessionKey, fileId }) => {
        const bytes = await buffer(await store.open(await StoredFile.findOrFail(fileId)))
        const content = contentOf(bytes)
        return {
          no,
          kind,
          placement,
          sessionKey,
          content,
          texts: new Set(content.split(' ').filter(Boolean)),
        }
      })
    )
  })
}
