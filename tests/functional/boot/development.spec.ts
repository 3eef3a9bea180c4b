import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { keepPrivate } from '#kernel/database/main'
import { PROJECT } from '#tests/helpers/imports'
import { heldLogin } from '#tests/helpers/held_login'
import { Peer } from '#tests/helpers/messaging/peer'
import { socketOf } from '#tests/helpers/messaging/service_people'
import { ServiceProcess } from '#tests/helpers/service_process'

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const GREETING = `Chancery ${version} is ready on `
/** An address of the machine itself at which nothing answers that listens on 127.0.0.1 alone. */
const ANOTHER_ADDRESS = '127.0.0.2'

/** The bits that let anybody but the owner in, of each file of the database. */
async function openToOthers(folder: string): Promise<Record<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.includes('.sqlite3'))
  const modes = names.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077])
  return Object.fromEntries(await Promise.all(modes))
}

test.group('Boot | development', (group) => {
  let service: ServiceProcess
  let folder: string
  let place: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-development-'))
    place = join(folder, 'data')
    // Without NODE_ENV, as `npm start` is typed.
    service = await ServiceProcess.start({
      HOST: '',
      ADMIN_PASSWORD: '',
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
      SQLITE_PATH: join(place, 'kept.sqlite3'),
      STORAGE_ROOT: join(folder, 'files'),
      SEED_DEMO_DATA: 'false',
      LOG_LEVEL: 'info',
    })
    return async () => {
      await service.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })

  const password = () => /username admin, password (\S+)/.exec(service.output)?.[1]

  async function logIn(): Promise<string> {
    const login = await service.post('/app/auth/login', {
      username: 'admin',
      password: password(),
    })
    const { data } = (await login.json()) as { data: { accessToken: string } }
    return data.accessToken
  }

  test('say the version and the address, as the documentation does', ({ assert }) => {
    assert.include(service.output, `${GREETING}http://localhost:`)
    for (const file of ['README.md', 'docs/deployment.md']) assert.include(read(file), GREETING)
  })

  test('print the first administrator’s password once, and nothing but that beside it', async ({
    assert,
  }) => {
    const said = service.output.trimEnd().split('\n')
    const [first, second, third, ...more] = said.filter((line) => !line.startsWith('{'))
    assert.match(first!, /^The first administrator: username admin, password \S{12,}$/)
    assert.match(second!, /^Chancery \S+ is ready on http:\/\/localhost:\d+$/)
    assert.match(third!, /^In a browser: http:\/\/localhost:\d+\/console\/$/)
    assert.deepEqual(more, [])
    assert.isString(await logIn())
  })

  test('listen on loopback alone', async ({ assert }) => {
    const { port } = new URL(service.url)
    assert.isTrue((await service.get('/actuator/liveness')).ok)
    await assert.rejects(() => fetch(`http://${ANOTHER_ADDRESS}:${port}/actuator/liveness`))
  }).skip(process.platform !== 'linux', 'elsewhere 127.0.0.2 is nobody’s address')

  test('let front ends of the same machine in, and nobody else', async ({ assert }) => {
    const allowedFor = async (origin: string) => {
      const response = await service.get('/actuator/health', { origin })
      return response.headers.get('access-control-allow-origin')
    }
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8080', 'https://localhost:1'])
      assert.equal(await allowedFor(origin), origin)
    for (const origin of ['http://localhost.evil.example', 'http://evil.example:5173', 'null'])
      assert.isNull(await allowedFor(origin))

    const headers = { authorization: `Bearer ${await logIn()}` }
    const peer = Peer.connect(socketOf(service), { headers, origin: 'http://localhost:5173' })
    await peer.next(({ type }) => type === 'ready')
    await peer.close()
    const origin = 'http://evil.example:5173'
    assert.equal((await Peer.refused(socketOf(service), { headers, origin })).status, 403)
  })

  test('let nobody but its owner read the database, nor what SQLite lays beside it', async ({
    assert,
  }) => {
    const files = { 'kept.sqlite3': 0, 'kept.sqlite3-shm': 0, 'kept.sqlite3-wal': 0 }
    assert.deepEqual(await openToOthers(place), files)
    assert.equal((await stat(place)).mode & 0o077, 0)
    for (const name of Object.keys(files)) await chmod(join(place, name), 0o644)
    keepPrivate(join(place, 'kept.sqlite3'))
    assert.deepEqual(await openToOthers(place), files)
  })

  test('let nobody but its owner and group read what is uploaded', async ({ assert }) => {
    const body = new FormData()
    body.set('file', new File(['for few'], 'few.txt'))
    const headers = { authorization: `Bearer ${await logIn()}` }
    const url = `${service.url}/app/files`
    assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 200)
    const storage = join(folder, 'files')
    const found = await readdir(storage, { recursive: true })
    assert.isAbove(found.length, 1)
    for (const name of found) assert.equal((await stat(join(storage, name))).mode & 0o007, 0, name)
  })

  test('serve the documentation and the generator, and write no line of each request', async ({
    assert,
  }) => {
    for (const path of ['/docs', '/v3/api-docs'])
      assert.equal((await service.get(path)).status, 200, path)
    assert.equal((await service.get('/app/dev/module-generator/tables')).status, 401)
    assert.notInclude(service.output, '"answered"')
  })

  test('cut off at the stop’s limit what hangs, with exit code 1', async ({ assert }) => {
    const values = { 'app.stop.limitSeconds': 1 }
    const hasty = await ServiceProcess.configured(values, {
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
    })
    const login = await heldLogin(hasty.url)
    const failed = login.status.catch(() => 'cut off')
    assert.equal(await hasty.stop('SIGINT'), 1)
    assert.equal(await failed, 'cut off')
  })
})
