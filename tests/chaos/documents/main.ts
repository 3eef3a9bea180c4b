/**
 * Kills the service again and again while people save, and counts what is lost: `npm run chaos:documents`. Takes
 * `--kills 30` and `--writers 8`; DB_CONNECTION and its kin choose another database, which must be empty.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { ServiceProcess } from '../../tools/service_process/service_process.js'
import { Writer, type SentSave } from './writer.js'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    writers: { type: 'string', default: '8' },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function killAgainAndAgain(service: ServiceProcess, times: number): Promise<void> {
  for (let time = 1; time <= times; time++) {
    await pause(randomInt(100, 1_500))
    await service.kill()
    await service.restart()
    say(`killed ${time} of ${times}`)
  }
}

/** SHA-256 of every version's content, as it is downloaded. */
async function contentsOf(service: ServiceProcess, documentId: number): Promise<Set<string>> {
  const path = `/app/document/${documentId}/versions`
  const versions = await service.call<{ no: number; sha256: string }[]>('GET', path)
  const contents = new Set<string>()
  for (const { no, sha256 } of versions) {
    const response = await service.request('GET', `${path}/${no}/content`)
    const bytes = Buffer.from(await response.arrayBuffer())
    const actual = createHash('sha256').update(bytes).digest('hex')
    if (actual !== sha256) throw new Error(`Version ${no} of ${documentId} is not what it says`)
    contents.add(actual)
  }
  return contents
}

async function missing(service: ServiceProcess, saves: readonly SentSave[]): Promise<SentSave[]> {
  const found = new Map<number, Set<string>>()
  for (const { documentId } of saves) {
    if (!found.has(documentId)) found.set(documentId, await contentsOf(service, documentId))
  }
  return saves.filter(({ documentId, sha256 }) => !found.get(documentId)!.has(sha256))
}

async function run(service: ServiceProcess, server: FakeDocumentServer): Promise<boolean> {
  const names = Array.from({ length: Number(values.writers) }, (_, index) => `Writer ${index + 1}`)
  const writers = names.map((name) => new Writer(name, service, server))
  const state = { goesOn: true }
  const writing = Promise.all(writers.map((writer) => writer.write(() => state.goesOn)))
  await killAgainAndAgain(service, Number(values.kills))
  state.goesOn = false
  await writing
  await server.settled()

  const saves = writers.flatMap((writer) => writer.saves)
  const acknowledged = saves.filter((save) => save.acknowledged)
  const lost = await missing(service, acknowledged)
  const refused = server.store.forgottenKeys().length
  await service.ace('editor:sweep')
  const finals = saves.filter(({ status }) => status === 2)
  const unrecovered = await missing(service, finals)
  say(
    `saves sent ${saves.length} (${finals.length} final), acknowledged ${acknowledged.length}, ` +
      `acknowledged and lost ${lost.length}; never delivered and brought back by the sweep ${refused}, ` +
      `final saves lost after it ${unrecovered.length}`
  )
  return lost.length === 0 && unrecovered.length === 0
}

const secret = randomBytes(24).toString('base64url')
const folder = await mkdtemp(join(tmpdir(), 'chancery-chaos-'))
const server = await FakeDocumentServer.start({ secret })
const service = await ServiceProcess.start(folder, (url) => ({
  EDITOR_ENABLED: 'true',
  EDITOR_DOCUMENT_SERVER_URL: server.url,
  EDITOR_PUBLIC_BASE_URL: url,
  EDITOR_JWT_SECRET: secret,
}))

try {
  process.exitCode = (await run(service, server)) ? 0 : 1
} finally {
  await service.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
