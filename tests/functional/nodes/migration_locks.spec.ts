import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { OwnDatabase } from '../../helpers/own_database.js'
import { ServiceProcess } from '../../helpers/service_process.js'
import { until } from '../../helpers/until.js'

const connection = process.env.DB_CONNECTION ?? 'sqlite'
const MIGRATION = '1760000000011_note_whose_data_is_erased'
/** Of its two statements the first changes users, the second security_events: on MySQL and MariaDB it is half done. */
const HELD = connection === 'pg' ? 'users' : 'security_events'
const LONGEST_READ_MS = 10_000

type Cleanup = (undo: () => Promise<void>) => void

async function olderDatabase(cleanup: Cleanup) {
  const own = await OwnDatabase.make(tmpdir())
  const folder = await mkdtemp(join(tmpdir(), 'chancery-older-'))
  cleanup(() => rm(folder, { recursive: true, force: true }))
  const env = {
    ...own.env,
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    STORAGE_ROOT: folder,
  }
  cleanup(() => own.drop())
  await (await ServiceProcess.start(env)).stop()
  const name = `older_${own.env.DB_DATABASE}`
  const { config } = db.manager.get(db.primaryConnectionName)!
  const place = { ...(config.connection as object), database: own.env.DB_DATABASE }
  db.manager.add(name, { ...config, connection: place } as typeof config)
  cleanup(() => db.manager.close(name, true))
  const client = db.connection(name)
  await undo(client)
  return { env, client }
}

async function undo(client: QueryClientContract): Promise<void> {
  const path = `../../../app/plugins/identity/database/migrations/${MIGRATION}.js`
  const { default: Migration } = await import(path)
  await new Migration(client, MIGRATION, false).execDown()
  await client.from('adonis_schema').where('name', 'like', `%/${MIGRATION}`).delete()
}

async function hasRun(client: QueryClientContract): Promise<boolean> {
  const ran = client.from('adonis_schema').where('name', 'like', `%/${MIGRATION}`)
  return (await ran.first()) !== null
}

/** MySQL and MariaDB show the transactions of others to those alone who have the right to see them. */
async function isToldOfOthers(client: QueryClientContract): Promise<boolean> {
  if (connection === 'pg') return true
  const [grants] = await client.rawQuery('show grants')
  return /\b(PROCESS|ALL PRIVILEGES)\b.* ON \*\.\*/.test(JSON.stringify(grants))
}

async function holdOf(client: QueryClientContract) {
  const holder = await client.transaction()
  await holder.from(HELD).select('id').limit(1)
  return holder
}

test.group('Nodes | a migration of what others are reading', () => {
  if (connection === 'sqlite') return

  test('lets those pass who come after it, says what it waits for, and runs at last', async ({
    assert,
    cleanup,
  }) => {
    const { env, client } = await olderDatabase(cleanup)
    const held = await holdOf(client)
    cleanup(async () => void (held.isCompleted || (await held.rollback())))
    const service = ServiceProcess.spawn(env)
    cleanup(async () => void (await service.stop()))

    let longest = 0
    await until(async () => {
      const began = performance.now()
      await client.from(HELD).select('id').limit(1)
      longest = Math.max(longest, performance.now() - began)
      return service.output.split('waits for a lock').length > 2
    }, 90_000)
    assert.isBelow(longest, LONGEST_READ_MS)
    assert.include(service.output, 'The migrations that are pending begin')
    const holder = (await isToldOfOthers(client)) ? / held by .*\(process \d+ of /.source : ''
    const told = new RegExp(`note_whose_data_is_erased waits for a lock${holder}`)
    assert.match(service.output, told)

    await held.commit()
    await service.ready()
    assert.equal((await service.get('/actuator/health')).status, 200)
    assert.isTrue(await hasRun(client))
  }).timeout(240_000)

  test('is waited for no more once its process was killed', async ({ assert, cleanup }) => {
    if (connection !== 'pg') return
    const { env, client } = await olderDatabase(cleanup)
    const holder = await holdOf(client)
    cleanup(() => holder.rollback())
    const service = ServiceProcess.spawn(env)
    const waiting = () =>
      client
        .from('pg_stat_activity')
        .where({ application_name: 'chancery migrations', wait_event_type: 'Lock' })
        .whereRaw('datname = current_database()')
    await until(async () => (await waiting()).length > 0, 90_000)
    await service.stop('SIGKILL')
    await until(async () => (await waiting()).length === 0, 4_000)
    assert.isFalse(await hasRun(client))
  }).timeout(240_000)
})

test.group('Nodes | a database that a newer release has migrated', () => {
  test('starts, and names what this release lacks', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-newer-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const own = await OwnDatabase.make(folder)
    cleanup(() => own.drop())
    const env = { ...own.env, DATABASE_URL: '', STORAGE_ROOT: join(folder, 'files') }
    const first = await ServiceProcess.start(env)
    assert.notInclude(first.output, 'a newer release')
    await first.stop()
    const name = `newer_${own.env.DB_DATABASE ?? 'file'}`
    const { config } = db.manager.get(db.primaryConnectionName)!
    const place = own.env.SQLITE_PATH
      ? { filename: own.env.SQLITE_PATH }
      : { ...(config.connection as object), database: own.env.DB_DATABASE }
    db.manager.add(name, { ...config, connection: place } as typeof config)
    cleanup(() => db.manager.close(name, true))
    const path = 'app/plugins/identity/database/migrations/1790000000001_of_tomorrow'
    await db.connection(name).table('adonis_schema').insert({ name: path, batch: 99 })

    const second = await ServiceProcess.start(env)
    cleanup(async () => void (await second.stop()))
    assert.match(
      second.output,
      /a newer release: this one lacks app\/plugins\/identity\/\S+_of_tomorrow/
    )
  })
})
