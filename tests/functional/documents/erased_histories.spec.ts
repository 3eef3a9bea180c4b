import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { ERASED_NAME } from '#kernel/plugins/main'
import type { User } from '#plugins/identity/main'
import { eraseNames } from '../../../app/plugins/documents/erasure/erase_names.js'
import { makeOperator } from '../../helpers/accounts.js'
import { staged } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'

/** Other tests may have told histories with a number that was nobody's yet. */
async function newcomer(): Promise<User> {
  const user = await makeOperator()
  await eraseNames(user.id)
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
  lookedAfter(group)

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

  test('are erased wherever they stand beside the id, alone', async ({ client, assert }) => {
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
      await eraseNames(ann.id)
      const now = await kept()
      for (const [at, text] of texts.entries())
        assert.deepEqual(JSON.parse(now[at]!), erased(text, ann), text)
    }
  })
})
