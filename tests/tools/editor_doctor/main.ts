/**
 * Prints what the doctor says of set-ups that are broken in one way each, beside a fake document server:
 * `npm run demo:doctor`.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConverterFaults } from '../../fakes/document_server/faults.js'
import { FakeDocumentServer } from '../../fakes/document_server/server.js'
import { ServiceProcess } from '../service_process/service_process.js'

interface SetUp {
  title: string
  settings?: (serviceUrl: string) => Record<string, string>
  converter?: ConverterFaults
  /** The document server is started without a secret. */
  jwtOff?: boolean
  /** By how much its clock differs, in milliseconds. */
  clock?: number
  /** What happens to the service’s folder once it runs. */
  spoil?: (folder: string) => Promise<void>
}

const SECRET = 'a secret that both sides share, long enough'
const OTHER_SECRET = 'another secret that is long enough as well'
/** An answer of the health about the storage is good for so long. */
const GOOD_FOR_MS = 5_500
const NOBODY = 'http://127.0.0.1:18090'

const SET_UPS: readonly SetUp[] = [
  { title: 'all is well' },
  { title: 'switched off', settings: () => ({ EDITOR_ENABLED: 'false' }) },
  { title: 'a short secret', settings: () => ({ EDITOR_JWT_SECRET: 'short' }) },
  {
    title: 'another address than the document server’s',
    settings: (url) => ({ EDITOR_DOCUMENT_SERVER_URL: url }),
  },
  { title: 'no document server there', settings: () => ({ EDITOR_DOCUMENT_SERVER_URL: NOBODY }) },
  { title: 'different secrets', settings: () => ({ EDITOR_JWT_SECRET: OTHER_SECRET }) },
  { title: 'its outbox secret differs', converter: { outboxSecret: OTHER_SECRET } },
  { title: 'its outbox signs by another algorithm', converter: { outboxAlgorithm: 'HS512' } },
  { title: 'its JWT is off', jwtOff: true },
  {
    title: 'a wrong address of ours',
    settings: (url) => ({ EDITOR_PUBLIC_BASE_URL: `${url}/prefix` }),
  },
  { title: 'its address filter blocks us', converter: { addressFilter: 'always' } },
  { title: 'its clock is ten minutes behind', clock: -600_000 },
  { title: 'our storage takes nothing', spoil: loseStorage },
]

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function examine({
  title,
  settings,
  converter,
  jwtOff,
  clock = 0,
  spoil,
}: SetUp): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-doctor-'))
  const now = () => Date.now() + clock
  const server = await FakeDocumentServer.start({ secret: jwtOff ? undefined : SECRET, now })
  server.faults.converter = converter
  const service = await ServiceProcess.start(folder, (url) => ({
    NO_COLOR: '1',
    EDITOR_ENABLED: 'true',
    EDITOR_DOCUMENT_SERVER_URL: server.url,
    EDITOR_PUBLIC_BASE_URL: url,
    EDITOR_JWT_SECRET: SECRET,
    ...settings?.(url),
  }))
  await spoil?.(folder)
  say(`\n# ${title}`)
  await service.ace('editor:doctor')
  await service.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A file stands where the folder of files was; what the health said before is forgotten by then. */
async function loseStorage(folder: string): Promise<void> {
  const files = join(folder, 'files')
  await rename(files, `${files}-aside`)
  await writeFile(files, 'a file, and no folder')
  await pause(GOOD_FOR_MS)
}

for (const setUp of SET_UPS) await examine(setUp)
