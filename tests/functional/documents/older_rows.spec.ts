import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseSchema } from '@adonisjs/lucid/schema'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { test } from '@japa/runner'
import { OwnDatabase } from '../../helpers/own_database.js'

const CONNECTION = 'older_rows'
const BEFORE = [
  'files/database/migrations/1760000100001_create_stored_blobs_table.js',
  'files/database/migrations/1760000100002_create_stored_files_table.js',
  'documents/database/migrations/1760000200001_create_documents_table.js',
  'documents/database/migrations/1760000200002_create_document_versions_table.js',
  'documents/database/migrations/1760000200003_create_document_keys_table.js',
]
const ADDED =
  'documents/database/migrations/1760000200010_add_order_to_document_keys_and_versions.js'

type Migration = new (client: QueryClientContract, file: string, dryRun: boolean) => BaseSchema

async function migrate(client: QueryClientContract, path: string, to: 'up' | 'down' = 'up') {
  const { default: Migration } = (await import(`../../../app/plugins/${path}`)) as {
    default: Migration
  }
  const migration = new Migration(client, path, false)
  await (to === 'up' ? migration.execUp() : migration.execDown())
}

test.group('Documents | rows of before saves had an order', (group) => {
  let client: QueryClientContract
  group.setup(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-older-'))
    const own = await OwnDatabase.make(folder)
    const { config } = db.manager.get(db.primaryConnectionName)!
    const place = own.env.SQLITE_PATH
      ? { filename: own.env.SQLITE_PATH }
      : { ...(config.connection as object), database: own.env.DB_DATABASE }
    db.manager.add(CONNECTION, { ...config, connection: place } as typeof config)
    client = db.connection(CONNECTION)
    return async () => {
      await db.manager.close(CONNECTION, true)
      await own.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  const at = '2026-10-01 08:00:00.000'
  const insert = (table: string, row: object) => client.table(table).insert(row)

  async function fill() {
    const made = { created_at: at, updated_at: at }
    const content = { sha256: 'a', size: 1 }
    const kept = { storage_key: 'k', created_at: at, touched_at: at }
    await insert('stored_blobs', { id: 1, ...content, ...kept })
    const kind = { mime_type: 'x', extension: 'docx', original_name: 'a.docx' }
    await insert('stored_files', { id: 1, blob_id: 1, ...content, ...kind, created_at: at })
    const place = { latest_file_id: 1, version_no: 1, last_version_no: 2, editing: '[]' }
    const named = { title: 'Old', file_type: 'docx', status: 'draft', editor_key: 'open' }
    await insert('documents', { id: 1, ...named, ...place, ...made })
    for (const [no, how] of ['upload', 'recovered'].entries()) {
      const version = { document_id: 1, no: no + 1, file_id: 1, file_type: 'docx', ...content }
      await insert('document_versions', {
        ...version,
        kind: how,
        author_name: 'A',
        created_at: at,
      })
    }
    const key = { document_id: 1, created_at: at }
    await insert('document_keys', { ...key, editor_key: 'open', state: 'open' })
    await insert('document_keys', { ...key, editor_key: 'ended', state: 'final' })
  }

  test('count every key as opened, and nobody as untold', async ({ assert }) => {
    for (const path of BEFORE) await migrate(client, path)
    await fill()
    await migrate(client, ADDED)
    const keys = await client.from('document_keys').orderBy('id')
    for (const key of keys) {
      assert.deepEqual(key.opened_at, key.created_at)
      assert.isNull(key.base_version_no)
    }
    const [uploaded, recovered] = await client.from('document_versions').orderBy('no')
    for (const version of [uploaded, recovered]) {
      assert.isFalse(Boolean(version.beside))
      assert.isNull(version.content_digest)
    }
    assert.isNull(uploaded.told_at)
    assert.deepEqual(recovered.told_at, recovered.created_at)
  })

  test('go back, and forth again', async ({ assert }) => {
    await migrate(client, ADDED, 'down')
    await migrate(client, ADDED)
    assert.lengthOf(await client.from('document_keys'), 2)
  })
})
