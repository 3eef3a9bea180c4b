/**
 * Two nodes behind the shipped proxy, on one database and Redis, with people at work all the while: a rolling
 * upgrade from the last release and a rolling restart, with `--back` also the way back and forth again: `npm run
 * upgrades:rolling`. DB_CONNECTION and its kin, and REDIS_URL, name the servers; nginx must be installed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { PROJECT } from '#tests/helpers/imports'
import { freePort } from '#tests/helpers/free_port'
import { EmptyDatabase } from '../../tools/empty_database.js'
import { Release, releases } from '../release.js'
import { Desk } from './desk.js'
import { Load } from './load.js'
import { Pair } from './pair.js'
import { ShippedProxy } from './shipped_proxy.js'

/** It does not part from the proxy when it stops, which cannot be mended any more. */
const CLINGING = '0.1.0'
const MOST_SHOWN = 5
const { values } = parseArgs({ options: { back: { type: 'boolean', default: false } } })
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Roll {
  title: string
  to: string
  /** What stops is of a release that loses requests in doing so; messages it must not lose either. */
  forgiven: boolean
}

async function roll({ title, to, forgiven }: Roll, desk: Desk, pair: Pair): Promise<void> {
  const began = performance.now()
  const load = await Load.begin(desk)
  await pair.replace(to)
  const { requests, uploads, messages, failures, lost } = await load.end()
  const stops = pair.failures.splice(0)
  const all = [...lost, ...failures, ...stops]
  const seconds = Math.round((performance.now() - began) / 1000)
  say(
    `${title}: ${seconds} s, ${requests} requests, ${uploads} of them uploads, ${messages} messages, ${all.length} failures`
  )
  for (const failure of all.slice(0, MOST_SHOWN)) say(`  ✘ ${failure}`)
  if (lost.length > 0 || (all.length > 0 && !forgiven)) process.exitCode = 1
}

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

const { commit, version } = (await releases()).at(-1)!
const folder = await mkdtemp(join(tmpdir(), 'chancery-rolling-'))
const ports = [await freePort(), await freePort()]
{
  await using database = await EmptyDatabase.make('upgrade')
  await using release = await Release.checkOut(commit)
  await using proxy = await ShippedProxy.start(ports)
  await using pair = new Pair(ports, {
    ...database.env,
    REDIS_URL: process.env.REDIS_URL!,
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
  const before = await grants(desk)

  const forgiven = version === CLINGING
  await roll({ title: `${version} to this version`, to: PROJECT, forgiven }, desk, pair)
  const upgraded = await grants(desk)
  await roll({ title: 'Restart', to: PROJECT, forgiven: false }, desk, pair)
  if (values.back) {
    await roll({ title: `Back to ${version}`, to: release.folder, forgiven: false }, desk, pair)
    await roll({ title: 'And to this version again', to: PROJECT, forgiven }, desk, pair)
  }

  for (const [when, now] of [
    ['the upgrade', upgraded],
    ['everything', await grants(desk)],
  ] as const)
    if (!isDeepStrictEqual(before, now)) {
      say(`  ✘ the grants are others after ${when}`)
      process.exitCode = 1
    }
}
await rm(folder, { recursive: true, force: true })
