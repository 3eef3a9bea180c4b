import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { PROJECT } from '#tests/helpers/imports'
import { loggedIn } from '../../helpers/accounts.js'
import { OwnDatabase } from '../../helpers/own_database.js'
import { ServiceProcess } from '../../helpers/service_process.js'

const guide = readFileSync(`${PROJECT}/docs/deployment.md`, 'utf8')

const sectionOf = (title: string) =>
  guide.split(/^#+ /m).find((section) => section.startsWith(title)) ?? ''

test.group('Docs | restore', () => {
  test('end all sessions by the statement that the guide names', async ({ client, assert }) => {
    const { accessToken, refreshToken } = await loggedIn(client)
    const statement = /```sql\s+(update sessions[^;]+);/.exec(sectionOf('Restore'))![1]!
    await db.rawQuery(statement)

    const open = await db.from('sessions').whereNull('ended_at')
    assert.isEmpty(open)
    const info = await client.get('/app/auth/user/info').bearerToken(accessToken)
    info.assertStatus(401)
    const refreshed = await client.post('/app/auth/refresh').json({ refreshToken })
    refreshed.assertStatus(401)
  })

  test('name tables and columns that there are', async () => {
    const section = sectionOf('What a backup brings back')
    for (const [, query] of section.matchAll(/`(select [^`]+)`/g))
      await db.rawQuery(query!.replaceAll("'…'", "'2026-01-31 12:00:00.000'"))
    for (const [, table] of section.matchAll(/`(\w+s)`(?=[^|]*that of the backup|[^|]*those of)/g))
      await db.from(table!).limit(1)
  })
})

const { DB_CONNECTION, DB_HOST = '127.0.0.1', DB_PORT = '5432', DB_USER = 'postgres' } = process.env
const { DB_PASSWORD = '' } = process.env
const server = { PGHOST: DB_HOST, PGPORT: DB_PORT, PGUSER: DB_USER, PGPASSWORD: DB_PASSWORD }
const env = { ...process.env, ...server }
const isTested = DB_CONNECTION === 'pg' && spawnSync('pg_restore', ['--version']).status === 0

test.group('Docs | restore on PostgreSQL as another user than the service’s', () => {
  if (!isTested) return

  /** Runs what the guide says, with other names. */
  function restore(as: (command: string) => string, dump: string): void {
    const commands = /createdb[^#\n]+|pg_restore[^#\n]+/g
    for (const [command] of sectionOf('Restore')
      .match(/```sh[^`]+```/)![0]
      .matchAll(commands)) {
      const named = as(command.trim()).replace('chancery.dump', dump)
      execFileSync('sh', ['-c', named], { env, stdio: 'pipe' })
    }
  }

  async function stage(cleanup: (undo: () => Promise<void>) => void) {
    const own = await OwnDatabase.make(tmpdir())
    cleanup(() => own.drop())
    const folder = await mkdtemp(join(tmpdir(), 'chancery-restore-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const from = own.env.DB_DATABASE!
    const [to, user] = [`${from}_back`, `${from}_user`]
    const settings = { ...own.env, DATABASE_URL: '', STORAGE_ROOT: join(folder, 'files') }
    await (await ServiceProcess.start(settings)).stop()
    const dump = join(folder, 'chancery.dump')
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, from], { env })
    await db.rawQuery(`create role ${user} login password 'restored'`)
    await db.rawQuery(`grant ${user} to current_user`)
    cleanup(async () => {
      await db.rawQuery(`drop database if exists ${to} with (force)`)
      await db.rawQuery(`drop role ${user}`)
    })
    const back = { ...settings, DB_DATABASE: to, DB_USER: user, DB_PASSWORD: 'restored' }
    return { dump, to, user, back }
  }

  test('start on what the documented commands have restored', async ({ assert, cleanup }) => {
    const { dump, to, user, back } = await stage(cleanup)
    restore(
      (command) =>
        command
          .replace(/--(owner|role)=chancery/, `--$1=${user}`)
          .replace(/--dbname=chancery|chancery$/, (name) => name.replace('chancery', to)),
      dump
    )
    const service = await ServiceProcess.start(back)
    assert.equal((await service.get('/actuator/health/readiness')).status, 200)
    assert.equal(await service.stop(), 0)
  })

  test('say in a sentence whose the tables are not, and how they are handed over', async ({
    assert,
    cleanup,
  }) => {
    const { dump, to, back } = await stage(cleanup)
    restore(
      (command) =>
        command
          .replace(/ --(owner|role)=chancery/, '')
          .replace(/--dbname=chancery|chancery$/, (name) => name.replace('chancery', to)),
      dump
    )
    const service = ServiceProcess.spawn(back)
    assert.equal(await service.exit(), 1)
    assert.match(
      service.output,
      /lacks a right \(.*\): let it own the database and all tables in it; .*--role=/
    )
    assert.lengthOf(service.output.trim().split('\n'), 1)
  })
})
