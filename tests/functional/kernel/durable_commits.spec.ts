import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ConnectionConfig } from '@adonisjs/lucid/types/database'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** FULL: what is committed is on the disk, and outlives a power cut. */
const FULL = 2

test.group('Kernel | durable commits', () => {
  test('wait for the disk before a change of the embedded database is acknowledged', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-durable-'))
    cleanup(() => rm(folder, { recursive: true, force: true }))
    const embedded = app.config.get<ConnectionConfig>('database.connections.sqlite')
    const connection = { filename: join(folder, 'probe.sqlite3') }
    db.manager.add('durable', { ...embedded, connection } as ConnectionConfig)
    cleanup(() => db.manager.close('durable', true))

    const [synchronous] = await db.connection('durable').rawQuery('pragma synchronous')
    const [journal] = await db.connection('durable').rawQuery('pragma journal_mode')
    assert.deepEqual({ ...synchronous, ...journal }, { synchronous: FULL, journal_mode: 'wal' })
  })
})
