import { test } from '@japa/runner'
import type { RoleDefinition } from '../../../app/plugins/access/snapshot/access_snapshot.js'
import { assertLinksBelowLimit } from '../../../app/plugins/access/rules/limits.js'

const role = (menus: number, departments: number): RoleDefinition => ({
  builtIn: false,
  dataScope: 'custom',
  menuIds: Array.from({ length: menus }, (_, index) => index + 1),
  departmentIds: Array.from({ length: departments }, (_, index) => index + 1),
})

const NEW = role(0, 0)

test.group('Access | limit of what roles hold', () => {
  test('count what all of them hold, departments and menus', ({ assert }) => {
    const roles = Array.from({ length: 24 }, () => role(10_000, 10_000))
    assert.doesNotThrow(() => assertLinksBelowLimit(roles, NEW, role(20_000, 0)))
    assert.throws(
      () => assertLinksBelowLimit(roles, NEW, role(20_000, 1)),
      /500000 menus and departments/
    )
  })

  test('take from them whatever the others hold', ({ assert }) => {
    const roles = Array.from({ length: 40 }, () => role(20_000, 0))
    assert.doesNotThrow(() => assertLinksBelowLimit(roles, roles[0]!, role(19_999, 0)))
    assert.throws(() => assertLinksBelowLimit(roles, roles[0]!, role(20_000, 1)))
  })
})
