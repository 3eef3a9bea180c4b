import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { parse } from 'yaml'
import { PROJECT } from '../../helpers/imports.js'

interface Service {
  env_file?: { path: string }[]
  environment?: Record<string, unknown>
  ulimits?: { nofile?: { soft: number; hard: number } }
  logging?: { driver: string; options: Record<string, string> }
  ports?: string[]
  restart?: string
  stop_grace_period?: string
  depends_on?: unknown
}

/** What belongs to the arrangement of the containers: the .env of a machine must not reach them with it. */
const ARRANGED = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'NODES',
  'DATABASE_URL',
  'DB_CONNECTION',
  'DB_HOST',
  'DB_PORT',
  'DB_USER',
  'DB_DATABASE',
  'REDIS_URL',
  'STORAGE_ROOT',
  'TRUSTED_PROXIES',
  'EDITOR_DOCUMENT_SERVER_INTERNAL_URL',
  'EDITOR_PUBLIC_BASE_URL',
]

const read = (file: string) => readFileSync(`${PROJECT}/${file}`, 'utf8')

const services = (): Record<string, Service> =>
  parse(read('docker-compose.yml'), { merge: true }).services

const secondsOf = (time = '') => {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(time) ?? []
  return Number(count) * (unit === 'm' ? 60 : 1)
}

const numberIn = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))?.[1])

/** The default of a setting, as it is told. */
const defaultOf = (key: string) =>
  numberIn('docs/configuration.md', new RegExp(`^\\| \`${key}\` *\\| \`(\\d+)`, 'm'))

/** The locations of a configuration of nginx that pass requests on. */
const passingOn = (file: string) =>
  [...read(file).matchAll(/location [^{]*\{[^}]*\}/g)]
    .map(([location]) => location)
    .filter((location) => location.includes('proxy_pass'))

test.group('Docs | containers', () => {
  test('give every service its time to stop, and its log an end', ({ assert }) => {
    for (const [name, service] of Object.entries(services())) {
      assert.isAbove(
        secondsOf(service.stop_grace_period),
        10,
        `${name} has Docker's own 10 seconds`
      )
      assert.equal(service.restart, 'unless-stopped', name)
      assert.containsSubset(service.logging, { driver: 'json-file' }, name)
      assert.sameMembers(Object.keys(service.logging?.options ?? {}), ['max-size', 'max-file'])
    }
  })

  test('let the service have many files and sockets open', ({ assert }) => {
    const unit = numberIn('docs/deployment.md', /^LimitNOFILE=(\d+)$/m)
    const { soft = 0, hard = 0 } = services().app?.ulimits?.nofile ?? {}
    for (const limit of [unit, soft, hard]) assert.isAtLeast(limit, 4096)
  })

  test('wait for longer than what stops may take', ({ assert }) => {
    const { app, proxy } = services()
    const shutdown = numberIn('docker/nginx-main.conf', /worker_shutdown_timeout (\d+)s;/)
    assert.isAbove(
      secondsOf(app?.stop_grace_period),
      numberIn('config/app.ts', /limitSeconds: (\d+)/)
    )
    assert.isAbove(secondsOf(proxy?.stop_grace_period), shutdown)
  })

  test('stop the document server before those by which it saves', ({ assert }) => {
    assert.deepEqual(services().documentserver?.depends_on, ['proxy'])
  })

  test('let every key of .env reach the nodes, but for how they are arranged', ({ assert }) => {
    const { app } = services()
    assert.deepEqual(app?.env_file, [{ path: '.env', required: false }])

    const pinned = Object.entries(app?.environment ?? {})
      .filter(([key, value]) => !String(value).startsWith(`\${${key}:`))
      .map(([key]) => key)
    assert.sameMembers(pinned, ARRANGED)
  })

  test('count a start for no failure while another node may migrate', ({ assert }) => {
    const longest = numberIn('app/kernel/plugins/preparation_lock.ts', /WAIT_SECONDS = (\d+)/)
    const period = /--start-period=(\w+)/.exec(read('Dockerfile'))?.[1]
    assert.isAbove(secondsOf(period), longest)
  })

  test('publish nothing but the proxy, which closes /docbuilder and /savefile', ({ assert }) => {
    const open = Object.entries(services()).filter(([, { ports }]) => ports)
    assert.deepEqual(
      open.map(([name]) => name),
      ['proxy']
    )
    for (const path of ['docbuilder', 'savefile'])
      assert.match(
        read('docker/documentserver.conf'),
        new RegExp(`location ~\\* /${path} \\{\\s*return 403;`)
      )
  })

  test('refuse what the document server would decode twice, also where a line breaks in it', ({
    assert,
  }) => {
    const [, pattern] = /location ~\* "(\^[^"]+)"/.exec(read('docker/documentserver.conf')) ?? []
    const refused = new RegExp(pattern!, 'i')
    assert.match('/9.0.4-abc/%64ocbuilder', refused)
    assert.match('/9.0.4-abc/\n%64ocbuilder', refused)
    assert.notMatch('/9.0.4-abc/web-apps/apps/api/documents/api.js', refused)
  })

  test('say of no proxy which version it is, and bound what one address may hold open', ({
    assert,
  }) => {
    assert.include(read('docker/nginx.conf'), '\nserver_tokens off;')
    for (const file of ['docker/nginx.conf', 'docker/documentserver.conf'])
      assert.match(read(file), /^ {2}limit_conn addresses \d+;$/m)
  })

  test('take a file of UPLOAD_LIMIT together with the form around it', ({ assert }) => {
    const most = numberIn('docker/nginx.conf', /client_max_body_size (\d+)m;/)
    assert.isAbove(most, defaultOf('UPLOAD_LIMIT'))
  })

  test('log no line of a request that is passed on but without its query', ({ assert }) => {
    const locations = ['docker/nginx.conf', 'docker/documentserver.conf'].flatMap(passingOn)
    assert.lengthOf(locations, 6)
    for (const location of locations) assert.include(location, 'error_log /dev/stderr emerg;')

    const format = /log_format without_query([^;]*);/.exec(read('docker/nginx.conf'))?.[1] ?? ''
    assert.notMatch(format, /\$(request|request_uri|args|query_string|http_referer)\b/)
    for (const part of ['upstream_addr', 'upstream_status', 'upstream_http_x_request_id'])
      assert.include(format, `$${part}`)
  })
})
