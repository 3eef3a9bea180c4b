import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './helpers/free_port.js'

/**
 * Gives a test run files and a port of its own, so that runs beside each other, and a service that is up, do not
 * meet. What is set already stays.
 */
export async function prepareEnvironment(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

  const defaults: Record<string, string> = {
    NODE_ENV: 'test',
    // What a .env file says is for the service, not for its tests.
    DB_CONNECTION: 'sqlite',
    DATABASE_URL: '',
    REDIS_URL: '',
    DRIVE_DISK: 'fs',
    HOST: '127.0.0.1',
    SQLITE_PATH: join(folder, 'test.sqlite3'),
    STORAGE_ROOT: join(folder, 'files'),
    RATE_LIMIT_PER_SECOND: '100000',
    LOGIN_ADDRESS_FAILURES: '100000',
    ADMIN_PASSWORD: 'an administrator’s password',
  }
  process.env.NODE_ENV = 'test'
  process.env.PORT = String(await freePort())
  for (const [key, value] of Object.entries(defaults)) process.env[key] ??= value
}
