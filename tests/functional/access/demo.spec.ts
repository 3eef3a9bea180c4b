import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import {
  DEMO_PASSWORD,
  departments,
  roles,
  users,
} from '../../../app/plugins/access/demo/organisation.js'

const run = promisify(execFile)
const FRESH = { DB_CONNECTION: 'sqlite', REDIS_URL: '' }

/** The lines of README that ask as one of the demo organisation, and what each says it answers. */
function linesOfReadme() {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8')
  const block = /```sh\n(login\(\) .*?)```/s.exec(readme)![1]!
  const totals = [...block.matchAll(/("total":\d+)/g)].map(([total]) => total)
  return { block, totals }
}

async function bearerOf(service: ServiceProcess, username: string, password: string) {
  const login = await service.post('/app/auth/login', { username, password })
  const { data } = (await login.json()) as { data: { accessToken: string } }
  return { authorization: `Bearer ${data.accessToken}` }
}

async function listed(service: ServiceProcess, username: string): Promise<string[]> {
  const headers = await bearerOf(service, username, DEMO_PASSWORD)
  const answer = await service.get('/app/system/users?pageSize=50&sort=username', headers)
  const page = (await answer.json()) as { data: { items: { username: string }[] } }
  return page.data.items.map((user) => user.username)
}

test.group('Access | demo organisation', () => {
  test('show people of each scope what README says', async ({ assert, cleanup }) => {
    const service = await ServiceProcess.start(FRESH)
    cleanup(() => service.stop().then(() => undefined))
    assert.include(service.output, DEMO_PASSWORD)

    const { block, totals } = linesOfReadme()
    const { stdout } = await run('sh', ['-c', block.replaceAll('localhost:3333', service.url)])
    assert.deepEqual(stdout.match(/"total":\d+/g), totals)
    assert.lengthOf(totals, 3)

    assert.deepEqual(await listed(service, 'nina'), ['nina', 'noel', 'nora'])
    assert.deepEqual(await listed(service, 'ada'), ['ada', 'fay', 'finn', 'hugo'])
    assert.deepEqual(await listed(service, 'nora'), ['nora'])
  })

  test('come along neither in production nor where it is switched off', async ({
    assert,
    cleanup,
  }) => {
    const settings: Record<string, string>[] = [
      { NODE_ENV: 'production' },
      { SEED_DEMO_DATA: 'false' },
    ]
    for (const env of settings) {
      const service = await ServiceProcess.start({ ...FRESH, ...env })
      cleanup(() => service.stop().then(() => undefined))
      assert.notInclude(service.output, DEMO_PASSWORD)
      const answer = await service.post('/app/auth/login', {
        username: 'dana',
        password: DEMO_PASSWORD,
      })
      assert.equal(answer.status, 400)
    }
  })

  test('keep production from starting on their database until they are removed', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-demo-accounts-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const kept = { ...FRESH, SQLITE_PATH: join(folder, 'kept.sqlite3') }
    const production = { ...kept, NODE_ENV: 'production', STOP_DRAIN_SECONDS: '0' }
    const first = await ServiceProcess.start(kept)
    assert.include(first.output, DEMO_PASSWORD)
    const admin = await bearerOf(first, 'admin', SECRETS.ADMIN_PASSWORD)
    const answer = await first.get('/app/system/users?pageSize=50', admin)
    const { data } = (await answer.json()) as {
      data: { items: { id: number; username: string }[] }
    }
    const idOf = (name: string) => data.items.find(({ username }) => username === name)!.id
    const change = (path: string, body: object) =>
      fetch(`${first.url}/app/system/users/${path}`, {
        method: 'PUT',
        headers: { ...admin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const own = { password: 'dana has one of her own' }
    assert.equal((await change(`${idOf('dana')}/password`, own)).status, 200)
    assert.equal((await change(`${idOf('hugo')}/status`, { status: 'disabled' })).status, 200)
    await first.stop()

    for (const env of [production, { ...production, MIGRATE_ON_START: 'false' }]) {
      const refused = ServiceProcess.spawn(env)
      assert.equal(await refused.exit(), 1)
      assert.match(refused.output, /demo .*node ace demo:remove/)
      assert.lengthOf(refused.output.trim().split('\n'), 1)
    }

    const { PATH, HOME } = process.env
    const env = { PATH, HOME, ...SECRETS, ...production }
    const removal = new Program(['ace.js', 'demo:remove'], PROJECT, env)
    assert.equal(await removal.end(), 0, removal.output)
    assert.include(removal.output, '11 demo accounts')

    const last = await ServiceProcess.start(production)
    cleanup(() => last.stop().then(() => undefined))
    const dana = await last.post('/app/auth/login', { username: 'dana', ...own })
    assert.equal(dana.status, 200)
    const hugo = { username: 'hugo', password: DEMO_PASSWORD }
    assert.equal((await last.post('/app/auth/login', hugo)).status, 400)
  })

  test('be asked for in production by nobody', async ({ assert }) => {
    const env = { ...FRESH, NODE_ENV: 'production', SEED_DEMO_DATA: 'true' }
    const service = ServiceProcess.spawn(env)
    assert.equal(await service.exit(), 1)
    assert.match(service.output, /^SEED_DEMO_DATA is true.*leave it out\n$/)
  })

  test('have twelve people in six departments, and one role for each scope', ({ assert }) => {
    assert.lengthOf(Object.keys(users), 12)
    assert.lengthOf(Object.keys(departments), 6)
    const scopes = Object.values(roles).map(({ dataScope }) => dataScope)
    assert.lengthOf(new Set(scopes), 5)
    for (const { role, department } of Object.values(users)) {
      assert.property(roles, role)
      assert.property(departments, department)
    }
  })
})
