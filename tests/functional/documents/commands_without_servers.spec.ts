import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import db from '@adonisjs/lucid/services/db'
import DocumentLoss from '../../../app/plugins/documents/models/document_loss.js'
import { baseUrl } from '../../helpers/download.js'
import {
  actionsOf,
  documentOf,
  EDITOR_SECRET,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { freePort } from '../../helpers/free_port.js'
import { PROJECT } from '../../helpers/imports.js'
import { forgetKept, loseWork } from '../../helpers/lost_saves.js'
import { Program } from '../../helpers/program.js'
import { SECRETS } from '../../helpers/service_process.js'

/** Of the database under test. */
const KEPT = /^(PATH|HOME|DB_.*|DATABASE_URL|SQLITE_PATH|STORAGE_ROOT)$/

const NEWEST = 'app/plugins/documents/database/migrations/%_find_the_last_entries_of_document_logs'

const COMMANDS = ['editor:sweep', 'editor:renew-keys']

test.group('Documents | commands without what they need', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.teardown(() => forgetKept(stage))

  async function ace(command: string, settings: Record<string, string>) {
    const kept = Object.entries(process.env).filter(([key]) => KEPT.test(key))
    const env = {
      ...Object.fromEntries(kept),
      ...SECRETS,
      NODE_ENV: 'production',
      NO_COLOR: '1',
      LOG_LEVEL: 'fatal',
      EDITOR_ENABLED: 'true',
      EDITOR_DOCUMENT_SERVER_URL: stage.server.url,
      EDITOR_PUBLIC_BASE_URL: baseUrl(),
      EDITOR_JWT_SECRET: EDITOR_SECRET,
      ...settings,
    }
    const program = new Program(['ace.js', command], PROJECT, env)
    return { code: await program.end(), output: program.output.trim() }
  }

  async function lostWork(client: ApiClient) {
    const { id, config } = await staged(client)
    await loseWork(stage, config)
    const stateOf = async () => ({
      document: (await documentOf(id)).serialize(),
      versions: (await versionsOf(id)).length,
      actions: await actionsOf(id),
      losses: (await DocumentLoss.query()).length,
      kept: stage.server.store.forgottenKeys(),
    })
    return { id, stateOf, before: await stateOf() }
  }

  test('do nothing without Redis, and say so in one line: {$self}')
    .with(COMMANDS)
    .run(async ({ client, assert }, command) => {
      const { stateOf, before } = await lostWork(client)
      const REDIS_URL = `redis://127.0.0.1:${await freePort()}/1`
      const { code, output } = await ace(command, { REDIS_URL })
      assert.equal(
        output,
        '[ error ] Redis does not answer; start it, or mend REDIS_URL, then repeat'
      )
      assert.equal(code, 1)
      assert.deepEqual(await stateOf(), before)
    })

  test('do nothing where migrations have not run, and name one: {$self}')
    .with(COMMANDS)
    .run(async ({ client, assert, cleanup }, command) => {
      const { stateOf, before } = await lostWork(client)
      const ran = await db.from('adonis_schema').where('name', 'like', NEWEST).firstOrFail()
      await db.from('adonis_schema').where('id', ran.id).delete()
      cleanup(async () => void (await db.table('adonis_schema').insert(ran)))
      const { code, output } = await ace(command, { MIGRATE_ON_START: 'false', REDIS_URL: '' })
      assert.match(
        output,
        /^\[ error \] The database lacks 1 migrations, such as \S+_logs: run node ace migration:run --force, then repeat$/
      )
      assert.equal(code, 1)
      assert.deepEqual(await stateOf(), before)
    })
})
