import type { ApiClient } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { ChangeGroup } from '../../../app/plugins/messaging/actions/change_group.js'
import { callsOf } from '../../helpers/messaging/calls.js'
import { person, type Person } from '../../helpers/messaging/people.js'
import { openTransactions } from '../../helpers/open_transactions.js'

const CHANGES = 40
const GROUPS_AT_ONCE = 3

async function groupOf(client: ApiClient, owner: Person, members: Person[] = []) {
  const memberIds = members.map(({ user }) => user.id)
  return (await callsOf(client, owner).post('conversations', { title: 'G', memberIds }))
    .id as number
}

test.group('Messaging | many changes of groups at once', () => {
  test('go one after another in one group, and take no connection to wait', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await person(), await person()]
    const id = await groupOf(client, ann, [bob])
    const { seen, restore } = openTransactions()
    cleanup(restore)
    const groups = await app.container.make(ChangeGroup)
    const others = await app.container.make(ChangeGroup)
    const renames = Array.from({ length: CHANGES }, (_, no) =>
      (no % 2 === 0 ? groups : others).rename(id, ann.user.id, `No ${no}`)
    )
    await Promise.all(renames)
    assert.equal(seen.most, 1)
  })

  test('go a few at a time in many groups, those that are founded among them', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await person(), await person()]
    const ids = []
    for (let count = 0; count < 10; count++) ids.push(await groupOf(client, ann))
    const { seen, restore } = openTransactions()
    cleanup(restore)
    const calls = callsOf(client, ann)
    await Promise.all([
      ...ids.map((id) => calls.post(`conversations/${id}/members`, { userIds: [bob.user.id] })),
      ...ids.map(() => groupOf(client, ann)),
    ])
    assert.isAtMost(seen.most, GROUPS_AT_ONCE)
  })
})
