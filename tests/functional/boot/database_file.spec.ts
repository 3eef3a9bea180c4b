import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

/** The bits that let anybody but the owner in, of each file in a folder. */
async function openToOthers(folder: string): Promise<Record<string, number>> {
  const open: Record<string, number> = {}
  for (const name of await readdir(folder))
    open[name] = (await stat(join(folder, name))).mode & 0o077
  return open
}

test.group('Boot | file of the embedded database', () => {
  test('let nobody but its owner read it, nor what SQLite lays beside it', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-file-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const place = join(folder, 'data')
    const env = {
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
      SQLITE_PATH: join(place, 'kept.sqlite3'),
      STORAGE_ROOT: join(folder, 'files'),
      SEED_DEMO_DATA: 'false',
    }
    const first = await ServiceProcess.start(env)
    cleanup(() => first.stop('SIGKILL').then(() => undefined))
    const files = { 'kept.sqlite3': 0, 'kept.sqlite3-shm': 0, 'kept.sqlite3-wal': 0 }
    assert.deepEqual(await openToOthers(place), files)
    assert.equal((await stat(place)).mode & 0o077, 0)
    await first.stop('SIGKILL')

    for (const name of Object.keys(files)) await chmod(join(place, name), 0o644)
    const second = await ServiceProcess.start(env)
    cleanup(() => second.stop('SIGKILL').then(() => undefined))
    assert.deepEqual(await openToOthers(place), files)
  })

  test('let nobody but its owner and group read what is uploaded', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-file-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const storage = join(folder, 'files')
    const service = await ServiceProcess.start({
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
      SQLITE_PATH: join(folder, 'kept.sqlite3'),
      STORAGE_ROOT: storage,
    })
    cleanup(() => service.stop('SIGKILL').then(() => undefined))
    const credentials = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const login = await service.post('/app/auth/login', credentials)
    const { data } = (await login.json()) as { data: { accessToken: string } }
    const body = new FormData()
    body.set('file', new File(['for few'], 'few.txt'))
    const headers = { authorization: `Bearer ${data.accessToken}` }
    const uploaded = await fetch(new URL('/app/files', service.url), {
      method: 'POST',
      headers,
      body,
    })
    assert.equal(uploaded.status, 200)
    const found = await readdir(storage, { recursive: true })
    assert.isAbove(found.length, 1)
    for (const name of found) assert.equal((await stat(join(storage, name))).mode & 0o007, 0, name)
  })
})
