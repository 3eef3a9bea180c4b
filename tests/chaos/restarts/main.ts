/**
 * Two nodes behind the shipped proxy, on a PostgreSQL and a Redis of their own, with people at work all the while: nodes
 * replaced one after another, a plugin taken away and given back, and restarts of both servers, in an order that the seed
 * chooses: `npm run chaos:restarts -- --seconds 120 --seed 1`. Ends with 1 where a request failed, a message was lost or
 * a grant changed. nginx, PostgreSQL and Redis must be installed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { PROJECT } from '#tests/helpers/imports'
import { freePort } from '#tests/helpers/free_port'
import { Dice } from '../conversations/dice.js'
import { Desk } from './desk.js'
import { Load, type LoadReport } from './load.js'
import { OwnServer } from './own_server.js'
import { Pair } from './pair.js'
import { ShippedProxy } from './shipped_proxy.js'
import { WithoutPlugin } from './without_plugin.js'

const MOST_SHOWN = 5
const MOST_COMPLAINTS = 20
/** Of the plugins that bring menus along, the one that no other requires. */
const PLUGIN = 'moduleGenerator'
/** Asked while a server is away, and again once it is back. */
const REQUESTS = 60
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Stage {
  desk: Desk
  pair: Pair
}

async function underLoad(
  title: string,
  { desk, pair }: Stage,
  work: (load: Load) => Promise<void>
): Promise<void> {
  const began = performance.now()
  const load = await Load.begin(desk)
  await work(load)
  const report = await load.end()
  tell(title, report, pair.failures.splice(0), Math.round((performance.now() - began) / 1000))
}

function tell(title: string, report: LoadReport, ended: string[], seconds: number): void {
  const { requests, uploads, messages, refused, unsent, failures, lost } = report
  const all = [...lost, ...failures, ...ended]
  const answered503 =
    refused > 0 ? `, 503 to ${refused} requests and ${unsent} messages meanwhile` : ''
  say(
    `${title}: ${seconds} s, ${requests} requests, ${uploads} of them uploads, ${messages} messages${answered503}, ${all.length} failures`
  )
  for (const failure of all.slice(0, MOST_SHOWN)) say(`  ✘ ${failure}`)
  if (all.length > 0) process.exitCode = 1
}

/** Without it requests go on, with limits per process. */
const withoutRedis = (stage: Stage, redis: OwnServer) =>
  underLoad('Redis restarted', stage, async (load) => {
    await redis.stop()
    await load.more(REQUESTS)
    await redis.start()
    await load.more(REQUESTS)
  })

/** Without it requests are refused, and no more once it is back. */
const withoutDatabase = (stage: Stage, database: OwnServer) =>
  underLoad('PostgreSQL restarted', stage, async (load) => {
    await load.allowingRefusals(async () => {
      await database.stop()
      await load.more(REQUESTS)
      await database.start()
      await stage.pair.ready()
    })
    await load.more(REQUESTS)
  })

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

const dice = new Dice(Number(values.seed))
const folder = await mkdtemp(join(tmpdir(), 'chancery-restarts-'))
const ports = [await freePort(), await freePort()]
{
  await using database = await OwnServer.postgres()
  await using redis = await OwnServer.redis()
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
  await pair.start(PROJECT)
  const desk = await new Desk(proxy.url).logIn()
  await grantEverything(desk)
  const before = await grants(desk)

  const stage = { desk, pair }
  const steps = [
    () => underLoad('Nodes replaced', stage, () => pair.replace(PROJECT)),
    async () => {
      await underLoad('A plugin taken away', stage, () => pair.replace(without.folder))
      await underLoad('The plugin given back', stage, () => pair.replace(PROJECT))
    },
    () => withoutRedis(stage, redis),
    () => withoutDatabase(stage, database),
  ]
  const ahead: (() => Promise<void>)[] = []
  const until = performance.now() + Number(values.seconds) * 1_000
  do {
    if (ahead.length === 0) ahead.push(...dice.shuffled(steps))
    await ahead.shift()!()
    if (isDeepStrictEqual(before, await grants(desk))) continue
    say('  ✘ the grants are others')
    process.exitCode = 1
  } while (performance.now() < until && process.exitCode !== 1)
  if (process.exitCode === 1)
    for (const line of (await proxy.complaints()).slice(-MOST_COMPLAINTS)) say(`  proxy: ${line}`)
}
await rm(folder, { recursive: true, force: true })
say(process.exitCode === 1 ? `Seed ${values.seed} failed` : 'Nothing was lost')
