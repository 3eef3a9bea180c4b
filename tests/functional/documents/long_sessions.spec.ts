import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import DocumentKey from '../../../app/plugins/documents/models/document_key.js'
import DocumentLog from '../../../app/plugins/documents/models/document_log.js'
import DocumentOpening from '../../../app/plugins/documents/models/document_opening.js'
import { comingsOf, joinedOf } from '../../../app/plugins/documents/recovery/noted_people.js'
import { noteMissing } from '../../../app/plugins/documents/sessions/missing_people.js'
import {
  peopleEverInside,
  peopleOfBefore,
} from '../../../app/plugins/documents/sessions/people_ever_inside.js'
import { noteAllInLog } from '../../../app/plugins/documents/versions/document_log.js'
import { makeOperator } from '../../helpers/accounts.js'
import { configOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { statementsOf } from '../../helpers/statements.js'

const MANY = 600

/** A few are read of each who came, whatever is noted of them. */
const FEW = 12

/** How many entries of logs the database hands out meanwhile. */
async function entriesRead(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hear = (rows: unknown, { sql }: { sql: string }) => {
    if (/ from .?document_logs\b/i.test(sql) && Array.isArray(rows)) count += rows.length
  }
  const knex = db.connection().getReadClient()
  knex.on('query-response', hear)
  try {
    await work()
  } finally {
    knex.removeListener('query-response', hear)
  }
  return count
}

test.group('Documents | sessions in which people come and go for long', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** Somebody is inside who came and left again and again. */
  async function long(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const editor = await stage.server.open(config)
    const key = await DocumentKey.findByOrFail({ editorKey: config.document.key })
    const author = { id: owner.id, name: owner.nickname }
    for (let from = 0; from < MANY; from += 100)
      await noteAllInLog(
        id,
        Array.from({ length: 100 }, (_, turn) => ({
          action: turn % 2 === 0 ? ('editing_left' as const) : ('editing_started' as const),
          author,
          detail: { keyId: key.id },
        }))
      )
    return { id, owner, config, editor, key }
  }

  test('are closed without reading all of it', async ({ client, assert }) => {
    const { editor } = await long(client)
    assert.isBelow(await entriesRead(() => editor.close()), FEW)
  })

  test('are counted by the database', async ({ client, assert }) => {
    const { owner, key } = await long(client)
    const settledAt = await DocumentKey.findOrFail(key.id)
    settledAt.settledAt = settledAt.createdAt.plus({ days: 1 })
    const ask: Record<string, () => Promise<unknown>> = {
      everInside: async () => assert.deepEqual(await peopleEverInside(key), [owner.id]),
      ofBefore: async () => assert.deepEqual(await peopleOfBefore(settledAt), [owner.id]),
      joined: async () => assert.deepEqual(await joinedOf(key, null), [owner.id]),
      comings: async () => assert.equal(await comingsOf(key, owner.id), MANY / 2 + 1),
    }
    for (const [name, work] of Object.entries(ask))
      assert.isBelow(await entriesRead(work), FEW, name)
  })

  test('tell who comes again without reading all of it', async ({ client, assert }) => {
    const { owner, key } = await long(client)
    const named = { users: [owner.id], comers: [owner.id], leavers: [] }
    const read = await entriesRead(async () =>
      assert.isTrue(await noteMissing(key.editorKey, named))
    )
    assert.isBelow(read, FEW)
  })

  const leavings = (config: { document: { key: string } }, who: readonly User[]) => ({
    key: config.document.key,
    status: 1,
    users: ['999999999'],
    actions: Array.from({ length: 100 }, (_, turn) => ({
      type: 0,
      userid: String(who[turn % who.length]!.id),
    })),
  })

  test('judge whoever leaves many times at once in one look', async ({ client, assert }) => {
    const { owner, config } = await long(client)
    const { callbackUrl } = config.editorConfig
    const payload = leavings(config, [owner, await makeOperator(), await makeOperator()])
    const told = async () =>
      void (await stage.server.sendCallback({ callbackUrl: callbackUrl!, payload }))
    for (let times = 0; times < 2; times++) {
      const statements = await statementsOf(told)
      const looks = statements.filter((sql) => /^select .* from .?document_logs\b/is.test(sql))
      assert.isAtMost(looks.length, 2)
      assert.isBelow(statements.length, 60)
    }
  })

  test('note leavings of whoever is out already up to a bound', async ({ client, assert }) => {
    const { id, owner, config } = await staged(client)
    const { callbackUrl } = config.editorConfig
    const payload = leavings(config, [owner])
    payload.actions.splice(50, 50, ...Array(50).fill({ type: 0, userid: '888888888' }))
    const noted = async () =>
      (await DocumentLog.query().where({ documentId: id, action: 'editing_left' })).length
    for (let times = 0; times < 4; times++) {
      await stage.server.sendCallback({ callbackUrl: callbackUrl!, payload })
      assert.equal(await noted(), 100)
    }
    const [opening] = await DocumentOpening.query().where({ documentId: id, userId: owner.id })
    assert.isNotNull(opening!.leftAt)
    assert.isNotNull(opening!.joinedAt)
    await stage.server.open(await configOf(client, id, await makeOperator()))
    await (await stage.server.open(config)).close()
    assert.equal(await noted(), 101)
  })
})
