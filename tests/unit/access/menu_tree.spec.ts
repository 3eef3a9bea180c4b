import { test } from '@japa/runner'
import type { MenuNode } from '#plugins/identity/main'
import { MenuTree, type MenuRecord } from '../../../app/plugins/access/snapshot/menu_tree.js'

const menu = (
  id: number,
  parentId: number | null,
  values: Partial<MenuRecord> = {}
): MenuRecord => ({
  id,
  parentId,
  type: 'menu',
  name: `menu-${id}`,
  title: `Menu ${id}`,
  permission: null,
  path: null,
  component: null,
  icon: null,
  sort: 0,
  visible: true,
  keepAlive: false,
  status: 'enabled',
  unmounted: false,
  ...values,
})

type Outline = [number, Outline[]]
const outline = (nodes: MenuNode[]): Outline[] =>
  nodes.map(({ id, children }) => [id, outline(children)])

test.group('Access | tree of menus', () => {
  const tree = new MenuTree([
    menu(1, null, { type: 'directory', sort: 2 }),
    menu(2, 1),
    menu(3, 2, { type: 'button' }),
    menu(4, null, { sort: 1 }),
    menu(5, 1, { status: 'disabled' }),
    menu(6, 5),
    menu(7, 1, { visible: false }),
    menu(8, 7),
    menu(9, null, { type: 'directory', sort: 3 }),
  ])

  test('show a menu with those above it, in order, and never a button', ({ assert }) => {
    assert.deepEqual(outline(tree.shownTo([3, 2, 4])), [
      [4, []],
      [1, [[2, []]]],
    ])
    assert.deepEqual(outline(tree.shownTo([3])), [])
  })

  test('show everything that is neither hidden nor disabled nor empty', ({ assert }) => {
    assert.deepEqual(outline(tree.shownTo('all')), [
      [4, []],
      [1, [[2, []]]],
    ])
    assert.deepEqual(outline(tree.shownTo([6, 8, 9])), [])
  })

  test('count as enabled what is enabled up to the top, hidden or not', ({ assert }) => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((id) => tree.enabled(id)),
      [1, 2, 3, 4, 7, 8, 9]
    )
  })

  test('leave out a directory of which only empty directories are left', ({ assert }) => {
    const empty = new MenuTree([
      menu(1, null, { type: 'directory' }),
      menu(2, 1, { type: 'directory' }),
      menu(3, 2, { type: 'directory' }),
    ])
    assert.deepEqual(empty.shownTo('all'), [])
  })

  test('move what is beneath an unmounted menu up, unless that menu is disabled', ({ assert }) => {
    const gaps = new MenuTree([
      menu(1, null, { type: 'directory' }),
      menu(2, 1, { type: 'directory', unmounted: true }),
      menu(3, 2),
      menu(4, 2, { status: 'disabled', unmounted: true }),
      menu(5, 4),
      menu(6, 2, { visible: false, unmounted: true }),
      menu(7, 6),
    ])
    assert.deepEqual(outline(gaps.shownTo('all')), [[1, [[3, []]]]])
    assert.equal(gaps.shownTo([3])[0]!.children[0]!.parentId, 1)
    const ids = [1, 2, 3, 4, 5, 6, 7]
    assert.deepEqual(
      ids.filter((id) => gaps.enabled(id)),
      [1, 3, 7]
    )
    assert.deepEqual(
      ids.filter((id) => gaps.inactive(id)),
      [2, 6]
    )
  })

  test('give every caller nodes of their own', ({ assert }) => {
    const [first] = tree.shownTo([4])
    first!.title = 'changed'
    assert.equal(tree.shownTo([4])[0]!.title, 'Menu 4')
  })

  test('end where a circle was written past the service', ({ assert }) => {
    const circle = new MenuTree([menu(1, 2), menu(2, 1)])
    assert.isFalse(circle.enabled(1))
    assert.isAtLeast(circle.depth(1), 1)
    assert.lengthOf(circle.below(1), 2)
    assert.deepEqual(circle.shownTo([1, 2]), [])
  })
})
