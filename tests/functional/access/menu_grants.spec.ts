import { test } from '@japa/runner'
import { freshName } from '../../helpers/accounts.js'
import { holder, makeDepartment, makeMenu, makeRole, makeUser } from './support/organisation.js'

test.group('Access | menus and departments within what one holds', () => {
  const MENUS = ['list', 'show', 'create', 'update', 'delete'].map((verb) => `system:menu:${verb}`)
  const DEPARTMENTS = MENUS.map((code) => code.replace('menu', 'department'))

  test('put no permission on a menu that one does not hold without limit', async ({ client }) => {
    const { caller } = await holder(client, MENUS)
    const { caller: limited } = await holder(client, MENUS, { dataScope: 'self' })
    const button = (permission: string) => ({ type: 'button', title: 'Button', permission })
    ;(await caller.post('menus', button('system:menu:list'))).assertStatus(200)
    ;(await caller.post('menus', button('system:user:list'))).assertStatus(403)
    ;(await limited.post('menus', button('system:menu:list'))).assertStatus(403)
  })

  test('change menus, which are everybody’s, by who reaches everybody alone', async ({
    client,
  }) => {
    const menu = await makeMenu()
    for (const dataScope of ['self', 'department_and_below'] as const) {
      const departmentId = await makeDepartment()
      const { caller } = await holder(client, MENUS, { dataScope, departmentId })
      ;(await caller.post('menus', { type: 'menu', title: 'Plain' })).assertStatus(403)
      ;(await caller.put(`menus/${menu.id}`, { title: 'Looks' })).assertStatus(403)
      ;(await caller.put(`menus/${menu.id}`, { visible: false })).assertStatus(403)
      ;(await caller.delete(`menus/${menu.id}`)).assertStatus(403)
      ;(await caller.get(`menus/${menu.id}`)).assertStatus(200)
    }
    const { caller } = await holder(client, MENUS)
    ;(await caller.put(`menus/${menu.id}`, { title: 'Looks' })).assertStatus(200)
    ;(await caller.delete(`menus/${menu.id}`)).assertStatus(200)
  })

  test('neither enable, move nor delete what carries a permission one does not hold', async ({
    client,
  }) => {
    const { caller } = await holder(client, MENUS)
    const off = await makeMenu({ type: 'directory', status: 'disabled' })
    const beneath = await makeMenu({ parentId: off.id, permission: 'system:user:list' })
    ;(await caller.put(`menus/${off.id}`, { status: 'enabled' })).assertStatus(403)
    ;(await caller.put(`menus/${beneath.id}`, { parentId: null })).assertStatus(403)
    ;(await caller.put(`menus/${beneath.id}`, { permission: null })).assertStatus(403)
    ;(await caller.delete(`menus/${beneath.id}`)).assertStatus(403)
    ;(await caller.put(`menus/${beneath.id}`, { title: 'Looks only' })).assertStatus(200)
  })

  test('create and move departments within reach alone', async ({ client }) => {
    const top = await makeDepartment()
    const own = await makeDepartment(top)
    const one = await makeDepartment(own)
    const two = await makeDepartment(own)
    const foreign = await makeDepartment()
    const { caller } = await holder(client, DEPARTMENTS, {
      dataScope: 'department_and_below',
      departmentId: own,
    })
    const create = (parentId: number | null) =>
      caller.post('departments', { name: freshName(), parentId })
    ;(await create(own)).assertStatus(200)
    ;(await create(foreign)).assertStatus(404)
    ;(await create(null)).assertStatus(403)
    ;(await caller.put(`departments/${one}`, { parentId: two })).assertStatus(200)
    ;(await caller.put(`departments/${one}`, { parentId: foreign })).assertStatus(404)
    ;(await caller.put(`departments/${one}`, { parentId: null })).assertStatus(403)
    ;(await caller.put(`departments/${top}`, { name: 'x' })).assertStatus(404)
    ;(await caller.delete(`departments/${foreign}`)).assertStatus(404)
  })

  test('move no department along that is out of reach', async ({ client }) => {
    const [one, two] = [await makeDepartment(), await makeDepartment()]
    await makeDepartment(one)
    const { caller } = await holder(client, DEPARTMENTS, {
      dataScope: 'custom',
      departmentIds: [one, two],
    })
    ;(await caller.put(`departments/${one}`, { parentId: two })).assertStatus(403)
  })

  test('bring no rows within others’ reach that one does not reach oneself', async ({ client }) => {
    const [one, two] = [await makeDepartment(), await makeDepartment()]
    const { caller } = await holder(client, DEPARTMENTS)
    const manager = await makeRole({
      permissions: ['system:user:list'],
      dataScope: 'department_and_below',
    })
    await makeUser([manager], two)
    ;(await caller.put(`departments/${one}`, { parentId: two })).assertStatus(403)
    ;(await caller.put(`departments/${two}`, { parentId: one })).assertStatus(200)
  })
})
