import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { freshName, logIn } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { administrator } from './support/caller.js'
import { COUNTS, csv, IMPORT, messagesOf, send, stored } from './support/imports.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

test.group('Access | import that changes users', (group) => {
  onEveryDatabase(group)

  test('change users who are there, and make the others, when asked to', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const [role, other] = [await makeRole(), await makeRole()]
    const departmentId = await makeDepartment()
    const [bob, carol] = [await makeUser([role], departmentId), await makeUser()]
    await db.from('users').where('id', bob.id).update({ email: 'bob@example.com' })
    const session = await logIn(client, bob.username)
    const ann = freshName('ann')
    const file = csv(
      'username,nickname,email,phone,roles,password,status',
      `${bob.username},Bob,,0049 30 123,${other.code},another password,`,
      `${carol.username},${carol.nickname},,,,,`,
      `${ann},Ann,,,,,`
    )
    const counts = { ...COUNTS, rows: 3, created: 1, updated: 1, unchanged: 1 }

    const dry = await send(admin, file, { mode: 'upsert', dryRun: true })
    assert.deepEqual([dry.status, dry.data], [200, counts])
    assert.isEmpty(await stored([ann]))
    const { status, data } = await send(admin, file, { mode: 'upsert' })
    assert.deepEqual([status, data], [200, { ...counts, imported: 2 }])

    const [row] = await stored([bob.username])
    assert.deepInclude(row, { nickname: 'Bob', email: 'bob@example.com', phone: '+4930123' })
    assert.deepInclude(row, { department_id: departmentId, status: 'enabled' })
    const found = await admin.must(admin.get('users?keyword=4930123'))
    assert.lengthOf(found.items, 1)
    assert.lengthOf(await stored([ann]), 1)
    const links = await db.from('user_roles').where('user_id', bob.id)
    assert.deepEqual(
      links.map(({ role_id: id }) => id),
      [other.id]
    )
    const info = await client.get('/app/auth/user/info').bearerToken(session.accessToken)
    info.assertStatus(401)
    await logIn(client, bob.username, 'another password')
  })

  test('make nobody in the mode that changes, and end the sessions of who is disabled', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const bob = await makeUser()
    const session = await logIn(client, bob.username)
    const missing = freshName()
    const lines = ['username,status', `${bob.username},disabled`]

    const refused = await send(admin, csv(...lines, `${missing},enabled`), { mode: 'update' })
    assert.equal(refused.status, 422)
    assert.deepInclude(refused.data.errors[0], {
      field: 'rows.3.username',
      message: `Row 3: There is no user "${missing}"`,
    })
    assert.equal((await send(admin, csv(...lines), { mode: 'update' })).status, 200)
    const info = await client.get('/app/auth/user/info').bearerToken(session.accessToken)
    info.assertStatus(401)
    assert.equal((await send(admin, csv(...lines), { mode: 'replace' })).status, 422)
  })

  test('change nobody beyond the permissions and the reach of who imports', async ({
    client,
    assert,
  }) => {
    const [mine, other] = [await makeDepartment(), await makeDepartment()]
    const sketch = { dataScope: 'department', departmentId: mine } as const
    const near = await makeUser([], mine)
    const far = await makeUser([], other)
    const strong = await makeUser([await makeRole({ permissions: ['system:user:delete'] })], mine)
    const file = csv(
      'username,nickname,status,password,departmentId',
      `${near.username},Near,,,`,
      `${near.username.toUpperCase()}2,,,,${other}`,
      `${far.username},Far,,,`,
      `${strong.username},Strong,,,`
    )
    const { caller: importer } = await holder(client, IMPORT, sketch)
    assert.equal((await send(importer, file, { mode: 'upsert' })).status, 403)

    const { caller } = await holder(client, [...IMPORT, 'system:user:update'], sketch)
    const upsert = await send(caller, file, { mode: 'upsert', dryRun: true })
    assert.deepInclude(upsert.data, { updated: 1, created: 0 })
    assert.deepEqual(messagesOf(upsert), [
      [3, `There is no department ${other}`],
      [4, `There is already a user "${far.username}"`],
      [5, 'Nobody hands out, or changes, more than they hold themselves'],
    ])
    const onlyFar = csv('username,nickname', `${far.username},Far`)
    const update = await send(caller, onlyFar, { mode: 'update', dryRun: true })
    assert.deepEqual(messagesOf(update), [[2, `There is no user "${far.username}"`]])

    const given = async (values: string) =>
      messagesOf(
        await send(
          caller,
          csv('username,status,password,departmentId', `${near.username},${values}`),
          { mode: 'update', dryRun: true }
        )
      )
    assert.deepEqual(await given('disabled,another password,'), [
      [2, 'This needs the permission "system:user:status" for this user'],
      [2, 'This needs the permission "system:user:password" for this user'],
    ])
    assert.deepEqual(await given(`,,${other}`), [[2, `There is no department ${other}`]])
  })

  test('name the rows whose e-mail address another enabled user has', async ({
    client,
    assert,
  }) => {
    const admin = await administrator(client)
    const [held, free, fresh] = [freshName(), freshName(), freshName()].map(
      (a) => `${a}@example.com`
    )
    const [holding, bob, off] = [await makeUser(), await makeUser(), await makeUser()]
    await db.from('users').where('id', holding.id).update({ email: held })
    const disabled = { email: free, status: 'disabled' }
    await db.from('users').where('id', off.id).update(disabled)
    const [ann, eve] = [freshName('ann'), freshName('eve')]
    const [taken, again] = [
      'There is already an enabled user with this e-mail address',
      'As in row 2',
    ]

    const cases: [string, string[], [number, string][]][] = [
      ['create', [`${ann},${held!.toUpperCase()},`], [[2, taken]]],
      ['create', [`${ann},${fresh},`, `${eve},${fresh!.toUpperCase()},`], [[3, again]]],
      ['create', [`${ann},${fresh},`, `${eve},${fresh},disabled`], []],
      ['create', [`${ann},${held},disabled`, `${eve},${free},`], []],
      ['update', [`${bob.username},${held},`], [[2, taken]]],
      ['update', [`${holding.username},${held!.toUpperCase()},`], []],
      ['update', [`${bob.username},${free},`, `${off.username},,enabled`], [[3, again]]],
      ['upsert', [`${holding.username},,`, `${ann},${held},`], [[3, taken]]],
      ['upsert', [`${bob.username},${fresh},`, `${ann},${fresh},`], [[3, again]]],
    ]
    for (const [mode, lines, faults] of cases) {
      const file = csv('username,email,status', ...lines)
      const dry = await send(admin, file, { mode, dryRun: true })
      assert.deepEqual([dry.status, messagesOf(dry)], [200, faults], `${mode} ${lines}`)
      if (faults.length === 0) continue
      const { status, data } = await send(admin, file, { mode })
      const fields = data.errors.map(({ field }: { field: string }) => field)
      assert.deepEqual([status, fields], [422, faults.map(([row]) => `rows.${row}.email`)])
    }
  })
})
