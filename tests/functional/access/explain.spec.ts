import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import { freshName } from '../../helpers/accounts.js'
import AccessExplain from '../../../app/plugins/access/commands/access_explain.js'
import { administrator } from './support/caller.js'
import { holder, makeDepartment, makeMenu, makeRole, makeUser } from './support/organisation.js'

const LIST = 'system:user:list'

test.group('Access | explain', () => {
  test('tell the roles, the scope and the predicate of what is allowed', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const head = await makeDepartment()
    const team = await makeDepartment(head)
    const below = await makeRole({ permissions: [LIST], dataScope: 'department_and_below' })
    const own = await makeRole({ permissions: [LIST], dataScope: 'self' })
    const beside = await makeRole({ permissions: ['system:role:list'] })
    const user = await makeUser([below, own, beside], head)
    const colleague = await makeUser([], team)

    const question = { userId: user.id, permission: LIST, resource: 'users', id: colleague.id }
    const told = await admin.must(admin.post('access/explain', question))
    assert.isTrue(told.allowed)
    assert.deepEqual(told.row, { resource: 'users', id: colleague.id, reached: true })
    assert.equal(told.predicate, `department_id in (${head}, ${team}) or id = ${user.id}`)
    assert.match(told.scope, /^rows of 2 departments: .*, and rows that the user owns$/)
    assert.deepEqual(
      told.roles.map(({ code, grants }: { code: string; grants: boolean }) => [code, grants]),
      [
        [below.code, true],
        [own.code, true],
        [beside.code, false],
      ]
    )
    assert.isEmpty(told.remedies)
  })

  test('tell what would have to change', async ({ client, assert }) => {
    const admin = await administrator(client)
    const permission = `t${freshName('p').replaceAll(/\W/g, '')}:thing:see`
    const menu = await makeMenu({ permission, status: 'disabled' })
    const dormant = await makeRole({ menuIds: [menu.id] })
    const off = await makeRole({ menuIds: [menu.id], status: 'disabled' })
    const user = await makeUser([dormant, off])

    const ask = () =>
      admin.must(admin.post('access/explain', { userId: user.id, permission: permission }))
    const told = await ask()
    assert.isFalse(told.allowed)
    assert.isNull(told.scope)
    assert.include(told.remedies, `Enable the role "${off.code}"`)
    assert.include(
      told.remedies,
      `Enable the menu or button "${menu.title}", and what stands above it`
    )

    await admin.must(admin.put(`menus/${menu.id}`, { status: 'enabled' }))
    assert.isTrue((await ask()).allowed)
    await admin.must(admin.put(`users/${user.id}/status`, { status: 'disabled' }))
    const disabled = await ask()
    assert.isFalse(disabled.allowed)
    assert.deepEqual(disabled.remedies, ['Enable the user'])
  })

  test('tell of a row out of reach whose it is', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [mine, other] = [await makeDepartment(), await makeDepartment()]
    const role = await makeRole({ permissions: [LIST], dataScope: 'department' })
    const [user, stranger] = [await makeUser([role], mine), await makeUser([], other)]

    const question = { userId: user.id, permission: LIST, resource: 'users', id: stranger.id }
    const told = await admin.must(admin.post('access/explain', question))
    assert.deepInclude(told, { allowed: false, granted: true })
    assert.include(
      told.remedies,
      `Widen the data scope of one of the roles to department ${other}: ${role.code}`
    )
  })

  test('say so when nothing knows the permission', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeUser()
    const question = { userId: user.id, permission: 'system:user:lsit' }
    const told = await admin.must(admin.post('access/explain', question))
    assert.match(told.remedies[0], /mind its name/)
  })

  test('tell nothing of users and rows that whoever asks does not reach', async ({ client }) => {
    const [mine, other] = [await makeDepartment(), await makeDepartment()]
    const sketch = { dataScope: 'department', departmentId: mine } as const
    const { caller, user } = await holder(client, ['system:access:explain'], sketch)
    const stranger = await makeUser([], other)
    const near = { userId: user.id, permission: LIST }

    const answers = [
      await caller.post('access/explain', { ...near, userId: stranger.id }),
      await caller.post('access/explain', { ...near, resource: 'users', id: stranger.id }),
      await caller.post('access/explain', { ...near, resource: 'users', id: 2_000_000_000 }),
    ]
    for (const answer of answers) answer.assertStatus(404)
    const own = await caller.post('access/explain', { ...near, resource: 'users', id: user.id })
    own.assertStatus(200)
  })

  test('refuse an ill-formed question', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const body of [
      { userId: '1', permission: LIST },
      { userId: 1 },
      { userId: 1, permission: [LIST] },
      { userId: 1, permission: LIST, resource: 'passwords' },
      { userId: 1, permission: LIST, id: 1 },
      { userId: 1, permission: LIST, resource: 'users', id: -1 },
    ]) {
      const answer = await admin.post('access/explain', body)
      assert.equal(answer.status(), 422, JSON.stringify(body))
    }
  })

  test('ask for a permission of its own', async ({ client }) => {
    const { caller, user } = await holder(client, [LIST])
    const answer = await caller.post('access/explain', { userId: user.id, permission: LIST })
    answer.assertStatus(403)
  })
})

test.group('Access | explain by command', (group) => {
  group.each.setup(() => {
    ace.ui.switchMode('raw')
    return () => ace.ui.switchMode('normal')
  })

  async function run(...words: string[]) {
    const command = await ace.create(AccessExplain, words)
    await command.exec()
    return { command, text: command.logger.getLogs().map(({ message }) => message) }
  }

  test('tell the same at the terminal', async ({ assert }) => {
    const departmentId = await makeDepartment()
    const role = await makeRole({ permissions: [LIST], dataScope: 'department' })
    const user = await makeUser([role], departmentId)
    const { command, text } = await run(user.username, LIST, '--resource=users', `--id=${user.id}`)
    command.assertSucceeded()
    assert.include(text.join('\n'), `"${user.username}" may ${LIST} on users ${user.id}`)
    assert.include(text.join('\n'), `where: department_id in (${departmentId})`)

    const refused = await run(String(user.id), 'system:role:list')
    assert.include(refused.text.join('\n'), `"${user.username}" may not system:role:list`)
  })

  test('fail for a user, a resource or a row that there is not', async () => {
    const user = await makeUser()
    for (const words of [
      [freshName('nobody'), LIST],
      [user.username, LIST, '--resource=passwords'],
      [user.username, LIST, '--resource=users', '--id=2000000000'],
    ]) {
      const { command } = await run(...words)
      command.assertFailed()
    }
  })
})
