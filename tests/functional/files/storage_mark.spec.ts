import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { putBack, whileEmptyFolder } from '../../helpers/lost_storage.js'
import { BucketServer } from '../../fakes/bucket/bucket_server.js'
import { openGate } from '../../helpers/open_gate.js'
import { OlderDatabase } from '../../helpers/older_database.js'
import { wordBytes } from '../../helpers/packages.js'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { until } from '../../helpers/until.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

const MARK = 'storage-mark'
const NOT_OWN =
  /^The storage of files in \S+ does not carry this installation's mark: .*STORAGE_ROOT.*files:adopt\.\n$/

test.group('Files | a storage that is not the shared one, while the service runs', (group) => {
  group.setup(() => openGate().shut)

  test('is seen in the health, and so is the return of the own one', async ({
    client,
    cleanup,
  }) => {
    cleanup(() => clock.restore())
    const health = async () => {
      clock.travel(60_000)
      return client.get('/actuator/health')
    }
    ;(await health()).assertStatus(200)
    await whileEmptyFolder(async () => {
      ;(await health()).assertStatus(503)
      ;(await client.get('/actuator/health/readiness')).assertStatus(200)
    })
    ;(await health()).assertStatus(200)
  })

  test('takes no upload, and says of what it lacks that it may come back', async ({ client }) => {
    const user = await makeOperator()
    const send = (content: string) =>
      client.post('/app/files').loginAs(user).file('file', wordBytes(content), {
        filename: 'x.docx',
      })
    const kept = await send('kept')
    kept.assertStatus(200)
    const read = () => client.get(`/app/files/${kept.body().data.id}/content`).loginAs(user)
    await whileEmptyFolder(async () => {
      ;(await send('new')).assertStatus(503)
      ;(await read()).assertStatus(503)
    })
    ;(await read()).assertStatus(200)
    ;(await send('new')).assertStatus(200)
  })
})

test.group('Files | the mark of a storage', (group) => {
  let folder: string
  let database: OlderDatabase
  const running = new Set<ServiceProcess>()

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-mark-'))
    database = await OlderDatabase.make('marks')
    return async () => {
      for (const service of running) await service.stop('SIGKILL')
      running.clear()
      await database.drop()
      await rm(folder, { recursive: true })
    }
  })

  const at = (name: string) => ({ ...database.env, STORAGE_ROOT: join(folder, name) })

  const another = () => ({
    DB_CONNECTION: 'sqlite',
    SQLITE_PATH: join(folder, 'another.sqlite3'),
    REDIS_URL: '',
  })

  async function upload(service: ServiceProcess, content: string): Promise<void> {
    const status = await send(service, content)
    if (status !== 200) throw new Error(`an upload was answered ${status}`)
  }

  async function send(service: ServiceProcess, content: string): Promise<number> {
    const login = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const response = await service.post('/app/auth/login', login)
    const { data } = (await response.json()) as { data: { accessToken: string } }
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(wordBytes(content))]), 'x.docx')
    const authorization = `Bearer ${data.accessToken}`
    const sent = await fetch(`${service.url}/app/files`, {
      method: 'POST',
      body,
      headers: { authorization },
    })
    return sent.status
  }

  async function start(env: Record<string, string>): Promise<ServiceProcess> {
    const service = await ServiceProcess.start(env)
    running.add(service)
    return service
  }

  async function refusal(env: Record<string, string>): Promise<string> {
    const service = ServiceProcess.spawn(env)
    running.add(service)
    const started = service.ready().then(() => service.stop())
    await Promise.race([service.exit(), started.catch(() => undefined)])
    await service.exit()
    return service.output
  }

  async function ace(env: Record<string, string>, ...command: string[]) {
    const { PATH, HOME } = process.env
    const own = { NODE_ENV: 'production', NO_COLOR: '1', LOG_LEVEL: 'fatal', REDIS_URL: '' }
    const settings = { PATH, HOME, ...SECRETS, EDITOR_ENABLED: 'false', ...own, ...env }
    const program = new Program(['ace.js', ...command], PROJECT, settings)
    const code = await program.end()
    return { code, output: program.output.trim() }
  }

  test('keeps a node with another empty folder from starting', async ({ assert }) => {
    const first = await start(at('shared'))
    assert.match(await refusal(at('other')), NOT_OWN)
    await first.stop()
    await (await start(at('shared'))).stop()
  })

  test('is given by itself to the storage in which the files of an older installation are', async ({
    assert,
  }) => {
    const before = await start(at('first'))
    for (const content of ['a', 'b', 'c']) await upload(before, content)
    await before.stop()
    await database.client.from('storage_marks').update({ placed_at: null })
    await rm(join(folder, 'first', MARK))

    assert.match(await refusal(at('second')), /lacks files that the database names \(3 of 3 /)
    assert.equal(await (await start(at('first'))).stop(), 0)
    assert.match(await refusal(at('second')), NOT_OWN)
  })

  test('is not given to a storage that holds files, of which an empty database knows nothing', async ({
    assert,
  }) => {
    const before = await start(at('first'))
    await upload(before, 'a')
    await before.stop()
    await rm(join(folder, 'first', MARK))
    assert.match(
      await refusal({ ...at('first'), ...another() }),
      /holds files, and the database names none: .*files:adopt\.\n$/
    )
  })

  test('lies in a bucket as well, and costs a request each time that it is looked for', async ({
    assert,
    cleanup,
  }) => {
    const [own, other] = [await BucketServer.start(), await BucketServer.start()]
    cleanup(async () => void (await Promise.all([own.stop(), other.stop()])))
    const inBucket = ({ url }: BucketServer) => ({
      ...at('incoming'),
      DRIVE_DISK: 's3',
      S3_BUCKET: 'b',
      S3_ENDPOINT: url,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    })
    assert.equal(await (await start(inBucket(own))).stop(), 0)
    assert.deepEqual([...own.objects.keys()], [MARK])
    assert.match(
      await refusal(inBucket(other)),
      /^The storage of files in the bucket b does not carry .*S3_BUCKET.*files:adopt\.\n$/
    )

    const service = await start(inBucket(own))
    await upload(service, 'a')
    const before = own.requests
    await upload(service, 'b')
    assert.equal(own.requests - before, 3, 'the mark, whether it is there, and to put it')
    assert.equal((await service.get('/actuator/health')).status, 200)
    assert.equal(own.requests - before, 4)
    own.objects.clear()
    assert.equal(await send(service, 'c'), 503)
    assert.equal(own.objects.size, 0)
  })

  test('is missed in one line, and its return said in another, where nobody asks for the health', async ({
    assert,
  }) => {
    const service = await start({ ...at('first'), LOG_LEVEL: 'info' })
    const lines = (message: string) => service.output.split(message).length - 1
    await upload(service, 'a')
    await rename(join(folder, 'first'), join(folder, 'aside'))
    await mkdir(join(folder, 'first'))
    for (const content of ['b', 'c', 'd']) assert.equal(await send(service, content), 503)
    await putBack(join(folder, 'aside'), join(folder, 'first'))
    await until(async () => lines('the storage of files is back') > 0)
    await upload(service, 'b')
    await service.stop()
    const said = ['the storage of files is lost', 'the storage of files is back', 'request failed']
    assert.deepEqual(said.map(lines), [1, 1, 0])
  })

  test('goes with a copy of the folder', async ({ assert }) => {
    assert.equal(await (await start(at('first'))).stop(), 0)
    await cp(join(folder, 'first'), join(folder, 'restored'), { recursive: true })
    assert.equal(await (await start(at('restored'))).stop(), 0)
  })

  test('keeps a service from starting on the storage of another', async ({ assert }) => {
    assert.equal(await (await start(at('shared'))).stop(), 0)
    assert.match(
      await refusal({ ...at('shared'), ...another() }),
      /The storage of files in \S+ carries the mark of another installation: .*files:adopt\.\n$/
    )
  })

  test('is given to another folder on purpose, and the old one has it no more', async ({
    assert,
  }) => {
    assert.equal(await (await start(at('first'))).stop(), 0)
    const { code, output } = await ace(at('second'), 'files:adopt')
    assert.equal(code, 0, output)
    assert.match(output, /^\[ success \] the storage of files in \S+ is this installation’s/)
    assert.equal(await (await start(at('second'))).stop(), 0)
    assert.match(await refusal(at('first')), /carries the mark of another installation/)
  })

  test('is set once by nodes that start at once', async ({ assert }) => {
    if (database.env.DB_CONNECTION === 'sqlite') return
    await ace(at('shared'), 'migration:run', '--force')
    const nodes = ['one', 'two', 'three'].map((name) => ServiceProcess.spawn(at(name)))
    for (const node of nodes) running.add(node)
    const ready = (node: ServiceProcess) =>
      node.ready().then(
        () => true,
        () => false
      )
    const started = await Promise.all(nodes.map(ready))
    assert.lengthOf(started.filter(Boolean), 1)
    for (const [at_, node] of nodes.entries()) if (!started[at_]) assert.match(node.output, NOT_OWN)
  })
})
