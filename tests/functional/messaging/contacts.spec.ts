import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/acting/main'
import { Department, type User } from '#plugins/identity/main'
import { spend } from '#kernel/rate_limit/main'
import { keptToDepartments } from '../../helpers/messaging/kept_to_departments.js'
import { freshName, makeOperator } from '../../helpers/accounts.js'

async function department(): Promise<number> {
  const name = freshName('department')
  const values = { name, parentId: null, sort: 0, status: 'enabled' as const }
  return (await actAsSystem('test', () => Department.create(values))).id
}

async function namesFor(client: ApiClient, user: User, query: object): Promise<string[]> {
  const answer = await client.get('/app/im/contacts').qs(query).loginAs(user)
  answer.assertStatus(200)
  return answer.body().data.map(({ nickname }: { nickname: string }) => nickname)
}

test.group('Messaging | contacts', () => {
  test('name whom one may write to, and neither oneself nor who is disabled', async ({
    client,
    assert,
  }) => {
    const family = freshName('family')
    const named = (name: string) => ({ username: freshName(name), nickname: `${name} ${family}` })
    const ann = await makeOperator(named('Ann'))
    await makeOperator(named('Carl'))
    await makeOperator(named('Bob'))
    await makeOperator({ ...named('Dora'), status: 'disabled' })

    const all = await namesFor(client, ann, { keyword: family })
    assert.deepEqual(all, [`Bob ${family}`, `Carl ${family}`])
    const first = await namesFor(client, ann, { keyword: family.toUpperCase(), limit: 1 })
    assert.deepEqual(first, [`Bob ${family}`])
    assert.deepEqual(await namesFor(client, ann, { keyword: `${family}%` }), [])
  })

  test('name nobody whom the rule keeps one from', async ({ client, assert, cleanup }) => {
    cleanup(await keptToDepartments())
    const family = freshName('family')
    const [here, there] = [await department(), await department()]
    const at = (name: string, departmentId: number) =>
      makeOperator({ username: freshName(name), nickname: `${name} ${family}`, departmentId })
    const [ann] = [await at('Ann', here), await at('Bob', here), await at('Eve', there)]
    assert.deepEqual(await namesFor(client, ann, { keyword: family }), [`Bob ${family}`])
  })

  test('slow down who asks without end', async ({ client, assert }) => {
    const ann = await makeOperator()
    const pace = { name: 'im:contacts', most: 120, duration: '1 minute', spent: '' }
    await spend(pace, ann.id, 119)
    await namesFor(client, ann, { limit: 1 })
    const refused = await client.get('/app/im/contacts').loginAs(ann)
    refused.assertStatus(429)
    assert.isAtLeast(Number(refused.header('retry-after')), 1)
  })

  test('be asked for by who is logged in alone', async ({ client }) => {
    ;(await client.get('/app/im/contacts')).assertStatus(401)
  })
})
