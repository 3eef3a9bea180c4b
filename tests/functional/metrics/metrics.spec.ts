import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { test } from '@japa/runner'
import emitter from '@adonisjs/core/services/emitter'
import { parse } from 'yaml'
import { WebSocket } from 'ws'
import { eventually } from '../../helpers/deadline.js'
import { freePort } from '../../helpers/free_port.js'
import { PROJECT } from '../../helpers/imports.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'
import { Scrape } from '../../helpers/scrape.js'

const PASSWORD = SECRETS.ADMIN_PASSWORD
const read = (file: string) => readFileSync(`${PROJECT}/${file}`, 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

const requests = (method: string, route: string, status: string) =>
  `chancery_http_requests_total{method="${method}",route="${route}",status="${status}"}`

test.group('Metrics | what is shown', (group) => {
  let service: ServiceProcess
  let port: number
  const scrape = () => Scrape.of(port)
  /** An answer is counted once it was sent. */
  const counted = (series: string, number: number) =>
    eventually(`${series} ${number}`, async () => (await scrape()).number(series) === number)

  const token = async () => {
    const login = await service.post('/app/auth/login', { username: 'admin', password: PASSWORD })
    const { data } = (await login.json()) as { data: { accessToken: string } }
    return data.accessToken
  }

  group.setup(async () => {
    port = await freePort()
    service = await ServiceProcess.start({
      METRICS_PORT: String(port),
      STOP_DRAIN_SECONDS: '0',
      RATE_LIMIT_PER_SECOND: '30',
      SEED_DEMO_DATA: 'false',
    })
    return async () => void (await service.stop())
  })

  test('count requests by the pattern of their route and the class of their status', async ({
    assert,
  }) => {
    const { status } = await service.get('/app/files/4711?secret=1')
    assert.equal(status, 401)
    await counted(requests('GET', '/app/files/:id', '4xx'), 1)
    await service.get('/actuator/liveness')
    await counted(requests('GET', '/actuator/liveness', '2xx'), 1)
    const shown = await scrape()
    const seconds = 'chancery_http_request_duration_seconds'
    const labels = 'method="GET",route="/app/files/:id"'
    assert.equal(shown.number(`${seconds}_count{${labels}}`), 1)
    assert.equal(shown.number(`${seconds}_bucket{le="30",${labels}}`), 1)
    assert.notMatch(shown.text, /\{[^}]*(?:4711|secret)/, 'a number may have the digits, no label')
  })

  test('put whatever has no route under one label', async ({ assert }) => {
    for (const path of ['/no/such/a', '/no/such/b', '/wp-login.php']) await service.get(path)
    await fetch(`${service.url}/no/such/c`, { method: 'PROPFIND' })
    await counted(requests('GET', 'none', '4xx'), 3)
    await counted(requests('other', 'none', '4xx'), 1)
    assert.notMatch((await scrape()).text, /such|wp-login|PROPFIND/)
  })

  test('tell of a request whose client went away as cut', async ({ assert }) => {
    const going = new AbortController()
    const headers = { authorization: `Bearer ${await token()}` }
    const events = await fetch(`${service.url}/app/im/events`, { headers, signal: going.signal })
    assert.equal(events.status, 200)
    await counted('chancery_messaging_streams', 1)
    going.abort()
    await counted(requests('GET', '/app/im/events', 'cut'), 1)
    await counted('chancery_messaging_streams', 0)
    const took = 'chancery_http_request_duration_seconds_count{method="GET",route="/app/im/events"}'
    assert.isUndefined((await scrape()).number(took))
  })

  test('tell of the process, the version and the machine', async ({ assert }) => {
    const shown = await scrape()
    assert.match(shown.type!, /^text\/plain; version=0\.0\.4/)
    assert.equal(shown.number(`chancery_info{version="${version}",node="${hostname()}"}`), 1)
    assert.isAbove(shown.number('process_resident_memory_bytes')!, 1e7)
    assert.isNumber(shown.number('nodejs_eventloop_lag_p99_seconds'))
  })

  test('tell what is reached, and how the pool is used', async ({ assert }) => {
    const shown = await scrape()
    for (const what of ['the database', 'Redis', 'the storage of files'])
      assert.equal(shown.number(`chancery_reached{what="${what}"}`), 1, what)
    for (const state of ['used', 'free', 'waiting'])
      assert.isAtLeast(shown.number(`chancery_database_connections{state="${state}"}`)!, 0)
  })

  test('count logins that were refused, by why', async () => {
    const refused = (why: string) => `chancery_logins_refused_total{why="${why}"}`
    await counted(refused('locked'), 0)
    const before = (await scrape()).number(refused('credentials'))!
    await service.post('/app/auth/login', { username: 'nobody', password: 'of no account' })
    await counted(refused('credentials'), before + 1)
    await service.post('/app/auth/login', { username: 'admin', password: PASSWORD })
    await counted(refused('credentials'), before + 1)
  })

  test('count sockets as they come and go', async ({ cleanup }) => {
    const headers = { authorization: `Bearer ${await token()}` }
    const url = `${service.url.replace('http', 'ws')}/ws/im`
    const sockets = [1, 2].map(() => new WebSocket(url, { headers }))
    cleanup(() => sockets.forEach((socket) => socket.terminate()))
    await counted('chancery_messaging_sockets', 2)
    sockets[0]!.close()
    await counted('chancery_messaging_sockets', 1)
  })

  test('count what the rate limit refuses', async ({ assert }) => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => service.get('/actuator/liveness'))
    )
    const refused = answers.filter(({ status }) => status === 429).length
    assert.isAbove(refused, 0)
    await counted('chancery_rate_limit_refusals_total', refused)
  })

  test('show nothing of it where everybody asks, and nothing else on its own port', async ({
    assert,
  }) => {
    await eventually('it answers', async () => (await service.get('/metrics')).status === 404)
    const own = `http://127.0.0.1:${port}`
    assert.equal((await fetch(`${own}/app/system/users`)).status, 404)
    const posted = await fetch(`${own}/metrics`, { method: 'POST' })
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET'])
  })

  test('alert, draw and explain by names that are shown', async ({ assert }) => {
    const { names } = await scrape()
    const own = [...names].filter((name) => name.startsWith('chancery_'))
    const namedIn = (text: string) =>
      [...text.matchAll(/\b(?:chancery|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)
    const files = ['docker/alerts.yml', 'docker/dashboard.json']
    for (const file of files) {
      const named = namedIn(read(file))
      assert.isAbove(named.length, 5, file)
      assert.includeMembers([...names], named, file)
    }
    const rows = [
      ...read('docs/deployment.md').matchAll(/^\| `((?:chancery|process|nodejs)_\w+)/gm),
    ]
    const explained = rows.map(([, name]) => name!)
    const parts = /_(?:bucket|sum|count)$/
    assert.includeMembers([...names, ...own.map((name) => name.replace(parts, ''))], explained)
    assert.includeMembers(explained, [...new Set(own.map((name) => name.replace(parts, '')))])
  })

  test('have alerts and a dashboard of the form that is read', ({ assert }) => {
    const { groups } = parse(read('docker/alerts.yml')) as {
      groups: { name: string; rules: Record<string, unknown>[] }[]
    }
    const rules = groups.flatMap((one) => one.rules)
    for (const rule of rules)
      assert.includeMembers(Object.keys(rule), ['alert', 'expr', 'for', 'annotations'])
    const { panels } = JSON.parse(read('docker/dashboard.json')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
    for (const { title, targets } of panels) assert.isNotEmpty(targets, title)
  })
})

test.group('Metrics | where they are shown', () => {
  test('count nothing while nobody asked for them', ({ assert }) => {
    assert.isFalse(emitter.hasListeners('http:request_completed'))
  })
})
