import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../helpers/free_port.js'
import {
  ADMIN_PASSWORD,
  ServiceProcess,
} from '../../../../tools/service_process/service_process.js'
import type { Beside } from './beside.js'

/** Its usual settings wait for longer than those of walks within one process. */
const LONGEST_MS = 40_000

/**
 * The service in a process of its own, that can be killed. This process has the application too, on the same
 * database, without its HTTP server: it sweeps, as a command would, and looks on.
 */
export async function raiseInOwnProcess(): Promise<Beside> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-walk-'))
  const secret = randomBytes(24).toString('base64url')
  const port = await freePort()
  Object.assign(process.env, settingsOf(folder, secret, port))
  const service = await ServiceProcess.start(folder, (url) => ({ EDITOR_PUBLIC_BASE_URL: url }))
  const { url } = service
  process.env.EDITOR_PUBLIC_BASE_URL = url
  const terminate = await startApplication()

  const { WalkStage } = await import('./stage.js')
  const { MovedStorage } = await import('./troubles/moved_storage.js')
  const { serverTroubles } = await import('./troubles/server_troubles.js')
  const options = { secret, url, port, adminPassword: ADMIN_PASSWORD, longestMs: LONGEST_MS }
  const stage = await WalkStage.raise({ ...options, service })
  stage.troubles.push(...serverTroubles(stage.server))
  stage.troubles.push(new MovedStorage(process.env.STORAGE_ROOT!))
  const lower = async () => {
    await service.stop()
    await stage.lower()
    await terminate()
    await rm(folder, { recursive: true, force: true })
  }

  return { stage, lower }
}

function settingsOf(folder: string, secret: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'development',
    SQLITE_PATH: join(folder, 'service.sqlite3'),
    STORAGE_ROOT: join(folder, 'files'),
    RATE_LIMIT_PER_SECOND: '100000',
    EDITOR_ENABLED: 'true',
    EDITOR_DOCUMENT_SERVER_URL: `http://127.0.0.1:${port}`,
    EDITOR_JWT_SECRET: secret,
    EDITOR_SIGNED_CALLBACK: 'required',
    EDITOR_SWEEP_MINUTES: '0',
  }
}

async function startApplication(): Promise<() => Promise<void>> {
  const { ignite } = await import('../../../../../bin/app.js')
  const app = ignite().createApp('console')
  await app.init()
  await app.boot()
  await app.start(async () => undefined)

  return () => app.terminate()
}
