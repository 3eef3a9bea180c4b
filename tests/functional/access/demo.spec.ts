import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { ServiceProcess } from '../../helpers/service_process.js'
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

async function listed(service: ServiceProcess, username: string): Promise<string[]> {
  const login = await service.post('/app/auth/login', { username, password: DEMO_PASSWORD })
  const { data } = (await login.json()) as { data: { accessToken: string } }
  const headers = { authorization: `Bearer ${data.accessToken}` }
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
  }).timeout(120_000)

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
  }).timeout(120_000)

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
