import { test } from '@japa/runner'
import { Role } from '#plugins/access/main'
import { freshName } from '../../helpers/accounts.js'
import { administrator } from './support/caller.js'
import { makeDepartment, makeRole, makeUser, menusCarrying } from './support/organisation.js'

test.group('Access | roles', () => {
  test('create one whole, and answer it whole', async ({ client, assert }) => {
    const admin = await administrator(client)
    const departmentIds = [await makeDepartment(), await makeDepartment()]
    const menuIds = await menusCarrying(['system:user:list', 'system:user:show'])
    const code = freshName('role')
    const made = await admin.must(
      admin.post('roles', {
        code,
        name: 'Auditors',
        dataScope: 'custom',
        departmentIds,
        menuIds,
        status: 'disabled',
      })
    )
    assert.containSubset(made, {
      code,
      name: 'Auditors',
      dataScope: 'custom',
      departmentIds,
      builtIn: false,
      status: 'disabled',
    })
    assert.sameMembers(made.menuIds, menuIds)
    assert.deepEqual(await admin.must(admin.get(`roles/${made.id}`)), made)
  })

  test('change only what is given', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole({ permissions: ['system:user:list'], dataScope: 'department' })
    const before = await admin.must(admin.get(`roles/${role.id}`))
    const after = await admin.must(admin.put(`roles/${role.id}`, { name: 'Renamed' }))
    assert.deepEqual({ ...after, updatedAt: '' }, { ...before, name: 'Renamed', updatedAt: '' })
  })

  test('choose menus and data scope by operations of their own', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [departmentId, role] = [await makeDepartment(), await makeRole()]
    const menuIds = await menusCarrying(['system:role:list'])
    const menus = await admin.must(admin.put(`roles/${role.id}/menus`, { menuIds }))
    assert.deepEqual(menus.menuIds, menuIds)

    const custom = { dataScope: 'custom', departmentIds: [departmentId] }
    assert.containSubset(await admin.must(admin.put(`roles/${role.id}/data-scope`, custom)), custom)
    const own = await admin.must(admin.put(`roles/${role.id}/data-scope`, { dataScope: 'self' }))
    assert.deepEqual(own.departmentIds, [])
    assert.deepEqual(own.menuIds, menuIds)
  })

  test('let the first of two administrators win, also when only menus change', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const role = await makeRole()
    const { updatedAt } = await admin.must(admin.get(`roles/${role.id}`))
    const [one, two] = await menusCarrying(['system:role:list', 'system:menu:list'])
    const answers = await Promise.all([
      admin.put(`roles/${role.id}/menus`, { menuIds: [one], updatedAt }),
      admin.put(`roles/${role.id}/menus`, { menuIds: [two], updatedAt }),
      admin.put(`roles/${role.id}`, { name: 'Late', updatedAt }),
    ])
    assert.deepEqual(answers.map((answer) => answer.status()).sort(), [200, 409, 409])
  })

  test('list with filters', async ({ client, assert }) => {
    const admin = await administrator(client)
    const role = await makeRole({ dataScope: 'department', status: 'disabled' })
    const query = `roles?keyword=${role.code}&status=disabled&dataScope=department&sort=-name`
    assert.containSubset(await admin.must(admin.get(query)), { total: 1, items: [{ id: role.id }] })
    assert.equal((await admin.must(admin.get(`${query}&code=nothing`))).total, 0)
  })

  test('answer 409 for a code that is taken', async ({ client }) => {
    const admin = await administrator(client)
    const [one, other] = [await makeRole(), await makeRole()]
    ;(await admin.post('roles', { code: one.code, name: 'x' })).assertStatus(409)
    ;(await admin.put(`roles/${other.id}`, { code: one.code })).assertStatus(409)
  })

  test('refuse to delete one that users have, and several all or none', async ({ client }) => {
    const admin = await administrator(client)
    const [held, free] = [await makeRole(), await makeRole()]
    await makeUser([held])
    ;(await admin.delete(`roles/${held.id}`)).assertStatus(409)
    ;(await admin.delete(`roles?ids=${free.id},${held.id}`)).assertStatus(409)
    ;(await admin.delete(`roles?ids=${free.id},2147483647`)).assertStatus(404)
    ;(await admin.get(`roles/${free.id}`)).assertStatus(200)
    await admin.must(admin.delete(`roles?ids=${free.id}`))
    ;(await admin.get(`roles/${free.id}`)).assertStatus(404)
  })

  test('keep the built-in role as it is', async ({ client }) => {
    const admin = await administrator(client)
    const { id } = await Role.findByOrFail('code', 'admin')
    ;(await admin.delete(`roles/${id}`)).assertStatus(409)
    for (const change of [
      { status: 'disabled' },
      { dataScope: 'self' },
      { code: 'nobody' },
      { menuIds: [1] },
    ])
      (await admin.put(`roles/${id}`, change)).assertStatus(409)
    ;(await admin.put(`roles/${id}/menus`, { menuIds: [1] })).assertStatus(409)
    ;(await admin.put(`roles/${id}/data-scope`, { dataScope: 'self' })).assertStatus(409)
    ;(await admin.put(`roles/${id}`, { name: 'Administrator' })).assertStatus(200)
  })
})
