import { test } from '@japa/runner'
import { freshName } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator } from './support/caller.js'
import { holder, makeDepartment, makeUser } from './support/organisation.js'

interface Node {
  id: number
  parentId: number | null
  children: Node[]
}

function nodeOf(tree: Node[], id: number): Node | undefined {
  const nodes = [...tree]
  for (const node of nodes) nodes.push(...node.children)
  return nodes.find((node) => node.id === id)
}

test.group('Access | departments', (group) => {
  onEveryDatabase(group)

  test('create, show, change and delete one', async ({ client, assert }) => {
    const admin = await administrator(client)
    const name = freshName('department')
    const made = await admin.must(admin.post('departments', { name, sort: 5 }))
    assert.containSubset(made, { name, sort: 5, parentId: null, status: 'enabled' })
    assert.deepEqual(await admin.must(admin.get(`departments/${made.id}`)), made)

    const changed = await admin.must(
      admin.put(`departments/${made.id}`, { status: 'disabled', updatedAt: made.updatedAt })
    )
    assert.containSubset(changed, { name, sort: 5, status: 'disabled' })
    const stale = { name: 'x', updatedAt: made.updatedAt }
    ;(await admin.put(`departments/${made.id}`, stale)).assertStatus(409)
    await admin.must(admin.delete(`departments/${made.id}`))
    ;(await admin.get(`departments/${made.id}`)).assertStatus(404)
  })

  test('list them as a tree, or flat in pages', async ({ client, assert }) => {
    const admin = await administrator(client)
    const top = await makeDepartment()
    const middle = await makeDepartment(top)
    const leaf = await makeDepartment(middle)
    const tree: Node[] = await admin.must(admin.get('departments'))
    assert.equal(nodeOf(tree, top)?.children[0]?.id, middle)
    assert.equal(nodeOf(tree, middle)?.children[0]?.id, leaf)

    const flat = await admin.must(admin.get(`departments?flat=true&parentId=${top}`))
    assert.containSubset(flat, { total: 1, items: [{ id: middle, parentId: top }] })
    assert.notProperty(flat.items[0], 'children')
  })

  test('show those within reach alone, each at the top whose parent is not', async ({
    client,
    assert,
  }) => {
    const top = await makeDepartment()
    const middle = await makeDepartment(top)
    const leaf = await makeDepartment(middle)
    const { caller } = await holder(client, ['system:department:list', 'system:department:show'], {
      dataScope: 'department_and_below',
      departmentId: middle,
    })
    const tree: Node[] = await caller.must(caller.get('departments'))
    assert.deepEqual(
      tree.map(({ id, children }) => [id, children.map((child) => child.id)]),
      [[middle, [leaf]]]
    )
    ;(await caller.get(`departments/${top}`)).assertStatus(404)
    ;(await caller.get(`departments/${leaf}`)).assertStatus(200)
  })

  test('move one with all that is beneath it, and refuse a circle', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [one, two] = [await makeDepartment(), await makeDepartment()]
    const child = await makeDepartment(one)
    const leaf = await makeDepartment(child)
    const moved = await admin.must(admin.put(`departments/${child}`, { parentId: two }))
    assert.equal(moved.parentId, two)
    for (const parentId of [child, leaf]) {
      const circle = await admin.put(`departments/${child}`, { parentId })
      circle.assertStatus(409)
      circle.assertBodyContains({ data: { reason: 'E_CONFLICT' } })
    }
    const top = await admin.must(admin.put(`departments/${child}`, { parentId: null }))
    assert.isNull(top.parentId)
  })

  test('refuse to delete one with people or departments', async ({ client }) => {
    const admin = await administrator(client)
    const [peopled, parent] = [await makeDepartment(), await makeDepartment()]
    await makeUser([], peopled)
    await makeDepartment(parent)
    ;(await admin.delete(`departments/${peopled}`)).assertStatus(409)
    ;(await admin.delete(`departments/${parent}`)).assertStatus(409)
  })

  test('hold a tree 50 deep, and refuse one beyond 100', async ({ client, assert }) => {
    const admin = await administrator(client)
    let parentId: number | null = null
    for (let depth = 0; depth < 100; depth++) parentId = await makeDepartment(parentId)
    ;(await admin.post('departments', { name: 'too deep', parentId })).assertStatus(409)
    const tree: Node[] = await admin.must(admin.get('departments'))
    assert.isDefined(nodeOf(tree, parentId!))
  })

  test('see what a move gives with the very next request', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [top, other] = [await makeDepartment(), await makeDepartment()]
    const somebody = await makeUser([], other)
    const { caller } = await holder(client, ['system:user:show'], {
      dataScope: 'department_and_below',
      departmentId: top,
    })
    ;(await caller.get(`users/${somebody.id}`)).assertStatus(404)
    await admin.must(admin.put(`departments/${other}`, { parentId: top }))
    const seen = await caller.must(caller.get(`users/${somebody.id}`))
    assert.equal(seen.id, somebody.id)
    await admin.must(admin.put(`departments/${other}`, { parentId: null }))
    ;(await caller.get(`users/${somebody.id}`)).assertStatus(404)
  })
})
