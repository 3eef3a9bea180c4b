/**
 * Starts every earlier release on an empty database, works in it, leaves somebody in the editor, and starts this
 * version on what is there: `npm run upgrades`. DB_CONNECTION and its kin choose a server instead of SQLite, on which
 * a database is made for it and dropped.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT } from '#tests/helpers/imports'
import { freePort } from '#tests/helpers/free_port'
import { ServiceProcess } from '#tests/helpers/service_process'
import { FakeDocumentServer } from '../fakes/document_server/server.js'
import { EmptyDatabase } from '../tools/empty_database.js'
import { Office } from './office.js'
import { Release, releases } from './release.js'
import { differences, served } from './served.js'

const { values } = parseArgs({ options: { release: { type: 'string' } } })
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Settings {
  folder: string
  env: Record<string, string>
}

async function settings(
  server: FakeDocumentServer,
  secret: string,
  database: EmptyDatabase
): Promise<Settings> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-upgrade-'))
  const port = String(await freePort())
  const env = {
    ...database.env,
    NODE_ENV: 'development',
    PORT: port,
    SQLITE_PATH: join(folder, 'service.sqlite3'),
    STORAGE_ROOT: join(folder, 'files'),
    LOGIN_ADDRESS_FAILURES: '100000',
    RATE_LIMIT_PER_SECOND: '100000',
    EDITOR_ENABLED: 'true',
    EDITOR_DOCUMENT_SERVER_URL: server.url,
    EDITOR_PUBLIC_BASE_URL: `http://127.0.0.1:${port}`,
    EDITOR_JWT_SECRET: secret,
  }
  return { folder, env }
}

async function inService<T>(
  project: string,
  { env }: Settings,
  work: (office: Office) => Promise<T>
): Promise<T> {
  const service = await ServiceProcess.start(env, [], project)
  try {
    const office = new Office(service)
    await office.logIn()
    return await work(office)
  } finally {
    await service.stop()
  }
}

interface Version {
  no: number
  current: boolean
}

async function upgraded(commit: string): Promise<string[]> {
  const secret = randomBytes(24).toString('base64url')
  const server = await FakeDocumentServer.start({ secret, wait: async () => undefined })
  await using database = await EmptyDatabase.make('upgrade')
  const given = await settings(server, secret, database)
  try {
    await using release = await Release.checkOut(commit)
    const left = await inService(release.folder, given, async (office) => {
      await office.settleIn(server)
      const document = await office.call<{ id: number }>('POST', '/app/document', {
        fileType: 'docx',
        title: 'Open all the while',
      })
      const before = await served(office)
      const editor = await office.open(document.id, server)
      editor.edit('Written before the upgrade.')
      await server.settled()
      return { document, before, editor }
    })
    return await inService(PROJECT, given, async (office) => {
      const faults = differences(left.before, await served(office))
      await left.editor.close()
      await server.settled()
      const path = `/app/document/${left.document.id}/versions`
      const [newest] = await office.call<Version[]>('GET', path)
      if (newest?.no !== 2 || !newest.current) faults.push('What was open at the upgrade is lost')
      say(`  ${left.before.size} answers compared`)
      return faults
    })
  } finally {
    await server.stop()
    await rm(given.folder, { recursive: true, force: true })
  }
}

const earlier = (await releases()).filter(
  ({ version }) => values.release === undefined || values.release === version
)
if (earlier.length === 0) say('There is no release to upgrade from')
for (const { version, commit } of earlier) {
  say(`From ${version}`)
  const faults = await upgraded(commit)
  for (const fault of faults) say(`  ✘ ${fault}`)
  if (faults.length > 0) process.exitCode = 1
  else say('  all of it is there')
}
