/**
 * Two nodes behind the shipped proxy, on a PostgreSQL and a Redis of their own, with people at work all the while: a
 * rolling upgrade from the last release (or `--from 0.1.0`), a rolling restart, a plugin that is taken away and given
 * back, and restarts of both servers; with `--back` also the way back to that release and forth again:
 * `npm run upgrades:rolling`. nginx, PostgreSQL and Redis must be installed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { PROJECT } from '#tests/helpers/imports'
import { freePort } from '#tests/helpers/free_port'
import { Release, releases } from '../release.js'
import { Desk } from './desk.js'
import { Load, type LoadReport } from './load.js'
import { OwnServer } from './own_server.js'
import { Pair } from './pair.js'
import { ShippedProxy } from './shipped_proxy.js'
import { WithoutPlugin } from './without_plugin.js'

/** It does not part from the proxy when it stops, which cannot be mended any more. */
const CLINGING = '0.1.0'
const MOST_SHOWN = 5
const MOST_COMPLAINTS = 20
/** Of the plugins that bring menus along, the one that no other requires. */
const PLUGIN = 'moduleGenerator'
/** Asked while a server is away, and again once it is back. */
const REQUESTS = 60
const { values } = parseArgs({
  options: { back: { type: 'boolean', default: false }, from: { type: 'string' } },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Stage {
  title: string
  desk: Desk
  pair: Pair
  /** What stops is of a release that loses requests in doing so; messages it must not lose either. */
  forgiven?: boolean
}

async function underLoad(stage: Stage, work: (load: Load) => Promise<void>): Promise<void> {
  const began = performance.now()
  const load = await Load.begin(stage.desk)
  await work(load)
  tell(stage, await load.end(), Math.round((performance.now() - began) / 1000))
}

function tell(stage: Stage, report: LoadReport, seconds: number): void {
  const { requests, uploads, messages, refused, unsent, failures, lost } = report
  const all = [...lost, ...failures, ...stage.pair.failures.splice(0)]
  const answered503 =
    refused > 0 ? `, 503 to ${refused} requests and ${unsent} messages meanwhile` : ''
  say(
    `${stage.title}: ${seconds} s, ${requests} requests, ${uploads} of them uploads, ${messages} messages${answered503}, ${all.length} failures`
  )
  for (const failure of all.slice(0, MOST_SHOWN)) say(`  ✘ ${failure}`)
  if (lost.length > 0 || (all.length > 0 && !stage.forgiven)) process.exitCode = 1
}

const rolled = (stage: Stage, to: string) => underLoad(stage, () => stage.pair.replace(to))

/** Without it requests go on, with limits per process. */
const withoutRedis = (stage: Stage, redis: OwnServer) =>
  underLoad(stage, async (load) => {
    await redis.stop()
    await load.more(REQUESTS)
    await redis.start()
    await load.more(REQUESTS)
  })

/** Without it requests are refused, and no more once it is back. */
const withoutDatabase = (stage: Stage, database: OwnServer) =>
  underLoad(stage, async (load) => {
    await load.allowingRefusals(async () => {
      await database.stop()
      await load.more(REQUESTS)
      await database.start()
      await stage.pair.ready()
    })
    await load.more(REQUESTS)
  })

/** What the roles of the last release's making are granted. */
async function grants(desk: Desk): Promise<unknown> {
  const { items } = await desk.call<{ items: { id: number }[] }>('GET', '/app/system/roles')
  return Promise.all(items.map(({ id }) => desk.call('GET', `/app/system/roles/${id}`)))
}

async function grantEverything(desk: Desk): Promise<void> {
  const path = '/app/system/menus?pageSize=200'
  const { items } = await desk.call<{ items: { id: number }[] }>('GET', path)
  await desk.call('POST', '/app/system/roles', {
    code: 'grantee',
    name: 'Grantee',
    dataScope: 'self',
    menuIds: items.map(({ id }) => id),
  })
}

/** The last one, unless another is asked for. */
async function earlierRelease() {
  const all = await releases()
  const found = values.from ? all.find((one) => one.version === values.from) : all.at(-1)
  if (!found) throw new Error(`RELEASES names no version ${values.from}`)
  return found
}

const { commit, version } = await earlierRelease()
const folder = await mkdtemp(join(tmpdir(), 'chancery-rolling-'))
const ports = [await freePort(), await freePort()]
{
  await using database = await OwnServer.postgres()
  await using redis = await OwnServer.redis()
  await using release = await Release.checkOut(commit)
  await using without = await WithoutPlugin.make(PLUGIN)
  await using proxy = await ShippedProxy.start(ports)
  await using pair = new Pair(ports, {
    ...database.env,
    ...redis.env,
    NODES: '2',
    STOP_DRAIN_SECONDS: '3',
    STORAGE_ROOT: join(folder, 'files'),
    LOGIN_ADDRESS_FAILURES: '100000',
    RATE_LIMIT_PER_SECOND: '100000',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  await pair.start(release.folder)
  const desk = await new Desk(proxy.url).logIn()
  await grantEverything(desk)
  let before = await grants(desk)
  const unchanged = async (after: string) => {
    const now = await grants(desk)
    if (isDeepStrictEqual(before, now)) return
    say(`  ✘ the grants are others after ${after}`)
    process.exitCode = 1
    before = now
  }

  const stage = (title: string, forgiven = false): Stage => ({ title, desk, pair, forgiven })
  const forgiven = version === CLINGING
  await rolled(stage(`${version} to this version`, forgiven), PROJECT)
  await unchanged('the upgrade')
  await rolled(stage('Restart'), PROJECT)
  await rolled(stage(`A plugin taken away`), without.folder)
  await rolled(stage('The plugin given back'), PROJECT)
  await unchanged('the plugin was away')
  await withoutRedis(stage('Redis restarted'), redis)
  await withoutDatabase(stage('PostgreSQL restarted'), database)
  await unchanged('the outages')
  if (values.back) {
    await rolled(stage(`Back to ${version}`), release.folder)
    await rolled(stage('And to this version again', forgiven), PROJECT)
    await unchanged('everything')
  }
  if (process.exitCode === 1)
    for (const line of (await proxy.complaints()).slice(-MOST_COMPLAINTS)) say(`  proxy: ${line}`)
}
await rm(folder, { recursive: true, force: true })
