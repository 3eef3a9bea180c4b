import { spawnSync } from 'node:child_process'
import { test } from '@japa/runner'
import { PROJECT, TYPESCRIPT } from '../../helpers/imports.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const ENV = { DB_CONNECTION: 'sqlite', REDIS_URL: '', STOP_DRAIN_SECONDS: '0' }
const PRODUCTION = { ...ENV, NODE_ENV: 'production', LOG_LEVEL: 'info' }

type Line = Record<string, unknown> & { msg: string }

const linesOf = ({ output }: ServiceProcess) =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

test.group('Boot | the log in production', () => {
  test('tells of the start and the stop, a line of JSON each', async ({ assert }) => {
    const service = await ServiceProcess.start(PRODUCTION)
    const { port } = new URL(service.url)
    assert.equal(await service.stop('SIGTERM'), 0)

    const lines = linesOf(service)
    const told = (part: string) => lines.filter(({ msg }) => msg.includes(part))
    const [begun, migrated, ...more] = told('migrations')
    assert.lengthOf(more, 0)
    assert.containsSubset(begun, { msg: 'The migrations that are pending begin' })
    const { migrations, count, ms } = migrated as unknown as Record<'count' | 'ms', number> & {
      migrations: string[]
    }
    assert.isAbove(count, 20)
    assert.lengthOf(migrations, count)
    assert.equal(begun!.count, count)
    assert.isTrue(migrations.some((name) => name.endsWith('create_users_table')))
    assert.isAbove(ms, 0)
    assert.containsSubset(told('first administrator'), [{ level: 30, username: 'admin' }])
    assert.containsSubset(told('ready on'), [{ level: 30, host: '127.0.0.1', port: Number(port) }])
    assert.containsSubset(told('SIGTERM'), [{ level: 30, signal: 'SIGTERM' }])
    assert.equal(lines.at(-1)!.msg, 'The service has stopped')
    assert.isAbove(lines.at(-1)!.ms as number, 0)
    for (const secret of Object.values(SECRETS)) assert.notInclude(service.output, secret)
  })

  test('names the address whatever LOG_LEVEL says', async ({ assert, cleanup }) => {
    const service = await ServiceProcess.start({ ...PRODUCTION, LOG_LEVEL: 'fatal' })
    cleanup(async () => void (await service.stop()))
    const said = linesOf(service).map(({ msg }) => msg)
    assert.isTrue(said.some((msg) => msg.includes(`ready on http://localhost:`)))
    assert.isFalse(said.some((msg) => msg.includes('migrations')))
  })

  test('says that a start was cut short', async ({ assert, cleanup }) => {
    const service = ServiceProcess.spawn(PRODUCTION)
    cleanup(async () => void (await service.stop('SIGKILL')))
    await until(() => service.output.includes('migrations'))
    assert.equal(await service.stop('SIGTERM'), 143)
    assert.include(linesOf(service).at(-1)!.msg, 'SIGTERM')
  })

  test('says of what nobody caught that the process ends of it', ({ assert }) => {
    const code = `
      import { sayLastWords } from '#kernel/plugins/last_words'
      sayLastWords()
      throw new Error('nobody caught it')`
    const env = { ...process.env, NODE_ENV: 'production' }
    const options = { cwd: PROJECT, env, encoding: 'utf8' } as const
    const args = [TYPESCRIPT, '--input-type=module', '--eval', code]
    const { status, stdout } = spawnSync(process.execPath, args, options)
    assert.equal(status, 1)
    assert.containsSubset(JSON.parse(stdout), { level: 60, err: { message: 'nobody caught it' } })
  })

  test('leaves the words of development as they are', async ({ assert }) => {
    const service = await ServiceProcess.start({
      ...ENV,
      LOG_LEVEL: 'info',
      SEED_DEMO_DATA: 'false',
    })
    assert.equal(await service.stop('SIGTERM'), 0)
    const said = service.output.trimEnd().split('\n')
    const [first, second, ...more] = said.filter((line) => !line.startsWith('{'))
    assert.equal(first, 'The first administrator: username admin, password as in ADMIN_PASSWORD')
    assert.match(second!, /^Chancery \S+ is ready on http:\/\/localhost:\d+$/)
    assert.deepEqual(more, [])
    assert.notMatch(service.output, /SIGTERM|migrations/)
  })
})
