import { setImmediate } from 'node:timers/promises'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { ERASED_NAME } from '#kernel/personal_data/erased_name'
import type { ErasingStep } from '#kernel/personal_data/personal_data'
import type { User } from '#plugins/identity/main'
import { renameInTexts } from '../../../app/plugins/documents/erasure/rename_in_texts.js'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

const MANY = 30
/** More than are looked through at once. */
const FAR = 210
const TURN = 'others had their turn'

/** What happens meanwhile: how many texts a statement brings, and that others had their turn. */
async function textsRead(work: () => Promise<unknown>): Promise<(number | typeof TURN)[]> {
  const heard: (number | typeof TURN)[] = []
  const hear = (rows: unknown) => {
    const texts = Array.isArray(rows) ? rows.filter(isText).length : 0
    if (texts > 0) heard.push(texts)
  }
  const knex = db.connection().getWriteClient()
  knex.on('query-response', hear)
  let isOver = false
  const turns = takeTurns(heard, () => isOver)
  try {
    await work()
  } finally {
    isOver = true
    await turns
    knex.removeListener('query-response', hear)
  }
  return heard
}

async function takeTurns(heard: (number | typeof TURN)[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await setImmediate()
    if (heard.length > 0 && heard.at(-1) !== TURN) heard.push(TURN)
  }
}

function isText(row: unknown): boolean {
  return Object.values(row ?? {}).some((value) => String(value).includes('"changes"'))
}

/** As an erasure does, without its count. */
async function erase({ id }: User): Promise<number> {
  let rows = 0
  const each = async (_table: string, step: ErasingStep) => {
    for (let changed = 1; changed > 0; rows += changed)
      changed = await db.transaction((trx) => step(trx, 500))
  }
  const person = { id, username: null, nickname: null }
  await renameInTexts({ person, each, count: () => Promise.resolve() })
  return rows
}

/** Other tests may have told histories with a number that was nobody's yet. */
async function newcomer(): Promise<User> {
  const user = await makeOperator()
  await erase(user)
  return user
}

function historyOf(...users: unknown[]): string {
  const changes = users.map((user) => ({ created: '2026-03-01 10:00:00', user }))
  return JSON.stringify({ serverVersion: '9.3.1', changes })
}

/** What is to become of a text, said in the plainest way. */
function erased(text: string, { id }: User): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('id' in value && 'name' in value))
      return value
    const isTheirs = [`${id}`, `${id}.`].includes(String(value.id))
    return isTheirs ? { ...value, name: ERASED_NAME } : value
  })
}

test.group('Documents | names in histories', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  /** Further versions of a document of theirs. */
  async function planted(client: ApiClient, owner: User, texts: readonly string[]) {
    const { id } = await staged(client, owner)
    const first = await db.from('document_versions').where('document_id', id).firstOrFail()
    const { id: _id, ...row } = first as Record<string, unknown>
    for (const [at, history] of texts.entries())
      await db.table('document_versions').insert({ ...row, no: at + 2, history })
    return async () => {
      const rows = await db.from('document_versions').where('document_id', id).orderBy('no')
      return rows.slice(1).map(({ history }) => String(history))
    }
  }

  test('are put away in one history at a time, and others have their turn in between', async ({
    client,
    assert,
  }) => {
    const ann = await newcomer()
    const text = historyOf({ id: String(ann.id), name: 'Ann' })
    const kept = await planted(client, ann, Array<string>(MANY).fill(text))
    let rows = 0
    const heard = await textsRead(async () => (rows = await erase(ann)))
    const reads = heard.filter((one) => one !== TURN)
    assert.deepEqual(reads, Array(MANY).fill(1))
    heard.forEach((one, at) => at % 2 === 1 && assert.equal(one, TURN))
    assert.equal(rows, MANY)
    for (const one of await kept()) assert.deepEqual(JSON.parse(one), erased(text, ann))
  })

  test('are looked for in no history that does not say them, or not any more', async ({
    client,
    assert,
  }) => {
    const ann = await newcomer()
    const others = [`${ann.id}0`, `0${ann.id}`, ann.id + 1].map((id) => ({ id, name: 'Bob' }))
    const hers = [{ id: String(ann.id), name: 'Ann' }, ...others, { id: ann.id, name: 'Ann' }]
    const kept = await planted(client, ann, [historyOf(...others), historyOf(...hers)])
    const first = await textsRead(() => erase(ann))
    assert.deepEqual(
      first.filter((one) => one !== TURN),
      [1]
    )
    const before = await kept()
    assert.deepEqual(await textsRead(() => erase(ann)), [])
    assert.deepEqual(await kept(), before)
  })

  test('are put away where nothing else was ever heard of them', async ({ client, assert }) => {
    const [ann, bob] = [await newcomer(), await newcomer()]
    const theirs = historyOf({ id: String(bob.id), name: 'Bob' })
    const hers = historyOf({ id: String(bob.id), name: 'Bob' }, { id: `${ann.id}.`, name: 'Ann' })
    const texts = Array<string>(FAR).fill(theirs)
    for (const at of [0, FAR / 2, FAR - 1]) texts[at] = hers
    const kept = await planted(client, bob, texts)
    const read = await textsRead(() => erase(ann))
    assert.lengthOf(
      read.filter((one) => one !== TURN),
      3
    )
    const now = await kept()
    for (const [at, text] of texts.entries())
      assert.deepEqual(JSON.parse(now[at]!), erased(text, ann))
  })

  test('are put away wherever they stand beside the number, and nothing else is', async ({
    client,
    assert,
  }) => {
    const ann = await newcomer()
    const id = String(ann.id)
    const texts = [
      { id, name: 'Ann' },
      { name: 'Ann', id },
      { id: ann.id, name: 'Ann' },
      { name: 'Ann', id: ann.id },
      { id, role: 'writer', name: 'Ann "}{[\\' },
      { id, name: null },
      { id, name: ['Ann'] },
      { id, name: 'Ann', inside: { name: 'Ann', id, more: [{ id, name: 'Ann' }] } },
      { id, name: `"id":"${id}","name":"Ann"`, note: `,"id":"${id}","name":"Ann"` },
      { id: `${id}0`, name: 'Ann', note: `{"id":"${id}","name":"Ann"}` },
      { id, title: 'Ann' },
      { id: '', name: id },
      { id, name: ERASED_NAME, inside: [{ id: ann.id, name: 'Ann' }] },
    ].map((user) => historyOf({ id: '0', name: 'Bob' }, user))
    const kept = await planted(client, ann, texts)
    for (let passes = 0; passes < 2; passes += 1) {
      await erase(ann)
      const now = await kept()
      for (const [at, text] of texts.entries())
        assert.deepEqual(JSON.parse(now[at]!), erased(text, ann), text)
    }
  })
})
