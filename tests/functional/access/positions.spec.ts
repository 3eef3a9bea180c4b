import { test } from '@japa/runner'
import { freshName } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator, callerOf } from './support/caller.js'
import { csv, send } from './support/imports.js'
import { makeUser } from './support/organisation.js'

const NOBODYS = 2_000_000_000

test.group('Access | positions', (group) => {
  onEveryDatabase(group)

  test('create, show, list, export, change and delete one', async ({ client, assert }) => {
    const admin = await administrator(client)
    const code = freshName('position')
    const made = await admin.must(admin.post('positions', { code, name: 'Accountant' }))
    assert.containSubset(made, { code, name: 'Accountant', sort: 0, status: 'enabled' })
    assert.deepEqual(await admin.must(admin.get(`positions/${made.id}`)), made)
    const again = await admin.post('positions', { code, name: 'Other' })
    again.assertStatus(409)
    assert.equal(again.body().data.errors[0].field, 'code')
    ;(await admin.post('positions', { code: 'with space', name: 'x' })).assertStatus(422)

    const changed = await admin.must(
      admin.put(`positions/${made.id}`, { status: 'disabled', updatedAt: made.updatedAt })
    )
    assert.equal(changed.status, 'disabled')
    const stale = { name: 'x', updatedAt: made.updatedAt }
    ;(await admin.put(`positions/${made.id}`, stale)).assertStatus(409)
    const found = await admin.must(admin.get(`positions?keyword=${code}&status=disabled`))
    assert.deepEqual(found.items, [changed])
    assert.include((await admin.get('positions/export')).text(), code)
    await admin.must(admin.delete(`positions/${made.id}`))
    ;(await admin.get(`positions/${made.id}`)).assertStatus(404)
  })

  test('give one to a user, who is found and exported by it and told of it', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const name = freshName('Lead')
    const position = await admin.must(admin.post('positions', { code: freshName('lead'), name }))
    const user = await makeUser()
    const caller = await callerOf(client, user.username)
    const own = async () => (await caller.must(caller.get('/app/auth/user/info'))).user
    assert.containSubset(await own(), { positionId: null, positionName: null })

    const held = { positionId: position.id, positionName: name }
    const given = await admin.must(admin.put(`users/${user.id}`, { positionId: position.id }))
    assert.containSubset(given, held)
    assert.containSubset(await own(), held)
    const listed = await admin.must(admin.get(`users?positionId=${position.id}`))
    assert.containSubset(listed, { total: 1, items: [{ id: user.id, ...held }] })
    const file = (await admin.get(`users/export?positionId=${position.id}`)).text()
    assert.include(file, `${position.id},${name}`)

    await admin.must(admin.put(`positions/${position.id}`, { name: `${name} 2` }))
    assert.equal((await own()).positionName, `${name} 2`)
    ;(await admin.delete(`positions/${position.id}`)).assertStatus(409)
    await admin.must(admin.put(`users/${user.id}`, { positionId: null }))
    await admin.must(admin.delete(`positions/${position.id}`))
  })

  test('give nobody one that is not there, or is disabled', async ({ client, assert }) => {
    const admin = await administrator(client)
    const values = { code: freshName('old'), name: 'Old', status: 'disabled' }
    const old = await admin.must(admin.post('positions', values))
    const user = await makeUser()
    for (const [positionId, status] of [
      [NOBODYS, 404],
      [old.id, 409],
    ]) {
      const refused = await admin.put(`users/${user.id}`, { positionId })
      refused.assertStatus(status)
      assert.equal(refused.body().data.errors[0].field, 'positionId')
    }
  })

  test('come with an import, by name or id, and stay where a file says nothing', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const make = (name: string, status = 'enabled') =>
      admin.must(admin.post('positions', { code: freshName('position'), name, status }))
    const [clerk, old] = [await make(freshName('Clerk')), await make(freshName('Old'), 'disabled')]
    const [ann, bob] = [freshName('ann'), freshName('bob')]
    const positions = async () => {
      const { items } = await admin.must(admin.get(`users?positionId=${clerk.id}&sort=id`))
      return items.map(({ username }: { username: string }) => username)
    }
    const lines = [
      'username,positionId,positionName',
      `${ann},,${clerk.name}`,
      `${bob},${clerk.id},`,
    ]
    assert.equal((await send(admin, csv(...lines))).status, 200)
    assert.deepEqual(await positions(), [ann, bob])

    const update = (...rows: string[]) => send(admin, csv(...rows), { mode: 'update' })
    assert.equal((await update('username,nickname', `${ann},Ann`)).status, 200)
    assert.deepEqual(await positions(), [ann, bob])
    const refused = await update('username,positionName', `${ann},Nowhere`, `${bob},${old.name}`)
    assert.equal(refused.status, 422)
    assert.deepEqual(
      refused.data.errors.map(({ message }: { message: string }) => message),
      ['Row 2: There is no position "Nowhere"', `Row 3: The position "${old.name}" is disabled`]
    )
  })
})
