import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { baseOfSession } from '../../../app/plugins/documents/versions/session_base.js'
import { PROJECT } from '../../helpers/imports.js'
import { OlderDatabase } from '../../helpers/older_database.js'

const DOCUMENTS = 'documents/database/migrations'
const FILES = [
  'files/database/migrations/1760000100001_create_stored_blobs_table',
  'files/database/migrations/1760000100002_create_stored_files_table',
]
const SESSIONS = `${DOCUMENTS}/1760000200077_note_what_older_sessions_began_with`

const TAKES_TURNS = db.primaryConnectionName !== 'sqlite'

/** The last of the first release. */
const LAST = '1760000200007'

async function migrations(): Promise<string[]> {
  const names = await readdir(join(PROJECT, 'app/plugins', DOCUMENTS))
  return names.map((name) => name.replace(/\.ts$/, '')).toSorted()
}

const at = (second: number) => `2026-10-01 08:00:${String(second).padStart(2, '0')}.000`

interface OldVersion {
  kind: string
  by?: string
  second: number
}

interface OldKey {
  key: string
  state?: string
  second: number
}

test.group('Documents | rows of the first release', (group) => {
  let older: OlderDatabase
  group.setup(async () => {
    older = await OlderDatabase.make('rows_of_the_first_release')
    return () => older.drop()
  })

  /** As it wrote them: a key a moment before the version from which it is opened. */
  async function document(
    id: number,
    versionNo: number,
    versions: readonly OldVersion[],
    keys: readonly OldKey[]
  ) {
    const named = { title: 'Old', file_type: 'docx', status: 'draft', editor_key: keys.at(-1)!.key }
    const place = { latest_file_id: 1, version_no: versionNo, last_version_no: versions.length }
    const made = { created_at: at(0), updated_at: at(0) }
    await older.insert('documents', { id, ...named, ...place, editing: '[]', ...made })
    const content = { file_id: 1, file_type: 'docx', sha256: 'a', size: 1, author_name: 'A' }
    for (const [index, { kind, by, second }] of versions.entries()) {
      const version = { document_id: id, no: index + 1, kind, editor_key: by ?? null, ...content }
      await older.insert('document_versions', { ...version, created_at: at(second) })
    }
    for (const { key, state = 'open', second } of keys)
      await older.insert('document_keys', {
        document_id: id,
        editor_key: key,
        state,
        created_at: at(second),
      })
  }

  const brought = (id: number, no: number) => ({
    document_id: id,
    version_no: no,
    action: 'recovered',
    created_at: at(0),
  })

  async function fill() {
    const kept = { sha256: 'a', size: 1, created_at: at(0) }
    const blob = { id: 1, storage_key: 'k', touched_at: at(0), ...kept }
    await older.insert('stored_blobs', blob)
    const kind = { mime_type: 'x', extension: 'docx', original_name: 'a.docx' }
    await older.insert('stored_files', { id: 1, blob_id: 1, ...kind, ...kept })

    await document(1, 1, [{ kind: 'blank', second: 1 }], [{ key: 'unused', second: 1 }])
    const saved = [
      { kind: 'blank', second: 1 },
      { kind: 'save', by: 'first', second: 5 },
      { kind: 'recovered', by: 'first', second: 8 },
      { kind: 'recovered', by: 'first', second: 9 },
      { kind: 'forced_save', by: 'second', second: 12 },
    ]
    const keys = [
      { key: 'first', state: 'final', second: 1 },
      { key: 'second', second: 5 },
    ]
    await document(2, 5, saved, keys)
    await older.insert('document_logs', brought(2, 4))
    const lost = [
      { kind: 'blank', second: 1 },
      { kind: 'recovered', by: 'lost', second: 6 },
    ]
    const after = [
      { key: 'lost', state: 'final', second: 1 },
      { key: 'found', second: 6 },
    ]
    await document(3, 2, lost, after)
    await older.insert('document_logs', brought(3, 2))
    await edited()
  }

  /** The last of four is inside. One left before a forced save, one before all was closed, one after both. */
  async function edited() {
    await document(4, 1, [{ kind: 'blank', second: 1 }], [{ key: 'edited', second: 1 }])
    const editing = JSON.stringify([{ id: 14, name: 'D' }])
    await older.client.from('documents').where('id', 4).update({ editing })
    const heard = (action: string, second: number, by?: number) =>
      older.insert('document_logs', {
        document_id: 4,
        action: `editing_${action}`,
        operator_id: by ?? null,
        created_at: at(second),
      })
    for (const [index, by] of [11, 12, 13].entries()) {
      await heard('started', 2 + 5 * index, by)
      await heard('left', 3 + 5 * index, by)
      if (index === 0)
        await older.insert('document_saves', {
          document_id: 4,
          editor_key: 'edited',
          path_hash: 'forced',
          status: 6,
          outcome: 'version',
          created_at: at(5),
        })
      if (index === 1) await heard('ended', 10)
    }
    await heard('started', 14, 14)
  }

  const besides = async (id: number) => {
    const versions = await older.client
      .from('document_versions')
      .where('document_id', id)
      .orderBy('no')
    return versions.map(({ beside }) => Boolean(beside))
  }

  const notedBaseOf = async (key: string) =>
    (await older.client.from('document_keys').where('editor_key', key).first()).base_version_no

  const baseOf = (key: string) =>
    older.client.transaction(async (trx) => (await baseOfSession(key, trx))?.no)

  test('say what lies beside, and what sessions began with', async ({ assert }) => {
    const all = await migrations()
    const last = all.findIndex((name) => name.startsWith(LAST)) + 1
    for (const path of FILES) await older.migrate(path)
    for (const name of all.slice(0, last)) await older.migrate(`${DOCUMENTS}/${name}`)
    await fill()
    clock.travel(Date.parse(`${at(30).replace(' ', 'T')}Z`) - clock.now())
    for (const name of all.slice(last)) await older.migrate(`${DOCUMENTS}/${name}`)
    clock.restore()

    assert.deepEqual(await besides(1), [false])
    assert.deepEqual(await besides(2), [false, false, true, true, false])
    assert.deepEqual(await besides(3), [false, false])
    assert.equal(await notedBaseOf('unused'), 1)
    assert.equal(await notedBaseOf('found'), 2)
    for (const key of ['first', 'second', 'lost']) assert.isNull(await notedBaseOf(key))
    assert.equal(await baseOf('first'), 1)
    assert.equal(await baseOf('second'), 2)
  })

  test('are told of where they lie beside, and are of late', async ({ assert }) => {
    const told = await older.client.from('document_versions').whereNotNull('told_at')
    assert.deepEqual(
      told.map((one) => [one.document_id, one.no]),
      [[3, 2]]
    )
  })

  test('say who is inside, and who left since all was here', async ({ assert }) => {
    const openings = await older.client.from('document_openings').orderBy('user_id')
    const who = openings.map((one) => [one.user_id, one.joined_at !== null, one.left_at !== null])
    assert.deepEqual(who, [
      [13, true, true],
      [14, true, false],
    ])
  })

  test('take the keys that a node of before makes meanwhile for opened', async ({ assert }) => {
    const made = { document_id: 1, state: 'open', created_at: at(30) }
    await older.insert('document_keys', { ...made, editor_key: 'made by an older node' })
    await older.insert('document_keys', { ...made, editor_key: 'of this one', opened_at: null })
    const openedAtOf = async (key: string) =>
      (await older.client.from('document_keys').where('editor_key', key).first()).opened_at
    assert.isNotNull(await openedAtOf('made by an older node'))
    assert.isNull(await openedAtOf('of this one'))
  }).skip(!TAKES_TURNS, 'SQLite is of one node, and its releases do not run beside each other')

  test('go back, and forth again', async ({ assert }) => {
    await older.migrate(SESSIONS, 'down')
    await older.migrate(SESSIONS)
    assert.deepEqual(await besides(2), [false, false, true, true, false])
    assert.equal(await notedBaseOf('unused'), 1)
    assert.equal(await baseOf('second'), 2)
  })
})
