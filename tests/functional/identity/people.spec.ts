import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { User } from '#plugins/identity/main'
import { Directory } from '../../../app/plugins/identity/queries/directory.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { makeDepartment } from '../access/support/organisation.js'

async function peopleFor(client: ApiClient, user: User, query: object) {
  const answer = await client.get('/app/people').qs(query).loginAs(user)
  answer.assertStatus(200)
  return answer.body().data
}

const names = ({ items }: { items: { nickname: string }[] }) =>
  items.map(({ nickname }) => nickname)

test.group('Identity | people to pick from', (group) => {
  onEveryDatabase(group)

  test('name who is enabled, by name or id, and nothing more of them', async ({
    client,
    assert,
  }) => {
    const family = freshName('family')
    const named = (name: string) => ({ username: freshName(name), nickname: `${name} ${family}` })
    const [ann, carl, bob] = [
      await makeOperator({ ...named('ann'), email: `${family}@example.org` }),
      await makeOperator(named('carl')),
      await makeOperator(named('bob')),
    ]
    const gone = await makeOperator({ ...named('dora'), status: 'disabled' })

    const all = await peopleFor(client, ann, { keyword: family.toUpperCase() })
    assert.deepEqual(
      names(all),
      [ann, bob, carl].map(({ nickname }) => nickname)
    )
    assert.sameMembers(Object.keys(all.items[0]), [
      ...['id', 'username', 'nickname', 'avatar', 'departmentName'],
    ])
    const first = await peopleFor(client, ann, { keyword: family, pageSize: 1 })
    const next = { keyword: family, pageSize: 1, cursor: first.nextCursor }
    assert.deepEqual(names(await peopleFor(client, ann, next)), [bob.nickname])
    const ids = [carl.id, gone.id, ann.id].join(',')
    assert.sameMembers(names(await peopleFor(client, bob, { ids })), [ann.nickname, carl.nickname])
    assert.isEmpty((await peopleFor(client, bob, { keyword: `${family}@example` })).items)
  })

  test('need a login, and ids that are some', async ({ client }) => {
    ;(await client.get('/app/people')).assertStatus(401)
    const user = await makeOperator()
    for (const ids of ['x', Array.from({ length: 201 }, (_, index) => index + 1).join(',')])
      (await client.get('/app/people').qs({ ids }).loginAs(user)).assertStatus(422)
  })

  test('keep to one’s own department where the organisation says so', async ({
    client,
    assert,
    cleanup,
  }) => {
    app.container.swap(Directory, () => new Directory('department'))
    cleanup(() => app.container.restore(Directory))
    const family = freshName('family')
    const [here, there] = [await makeDepartment(), await makeDepartment()]
    const at = (departmentId: number | null) =>
      makeOperator({ nickname: `${family} ${departmentId}`, departmentId })
    const [ann, eve, max] = [await at(here), await at(there), await at(null)]
    for (const [one, seen] of [
      [ann, [ann.nickname]],
      [eve, [eve.nickname]],
      [max, []],
    ] as const)
      assert.deepEqual(names(await peopleFor(client, one, { keyword: family })), [...seen])
  })
})
