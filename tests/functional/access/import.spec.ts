import { strToU8, zipSync } from 'fflate'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { freshName, logIn } from '../../helpers/accounts.js'
import { onEveryDatabase } from '../../helpers/on_every_database.js'
import { baseUrl, fetched } from '../../helpers/download.js'
import { administrator } from './support/caller.js'
import { COUNTS, csv, IMPORT, send, stored } from './support/imports.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

test.group('Access | import of users from a file', (group) => {
  onEveryDatabase(group)

  test('create the users of a CSV file, with departments and roles', async ({ client, assert }) => {
    const admin = await administrator(client)
    const departmentId = await makeDepartment()
    const { name } = await db.from('departments').where('id', departmentId).firstOrFail()
    const [one, two] = [await makeRole(), await makeRole()]
    const [ann, bob] = [freshName('ann'), freshName('bob')]
    const file = csv(
      'username;nickname;password;departmentId;departmentName;roles;email;status',
      `${ann.toUpperCase()};"Ann; of Sales";a good password;${departmentId};;${one.code}, ${two.code};ann@example.com;`,
      '',
      `${bob};;;;${name};${one.code};;disabled`
    ).replace(`${one.code}, ${two.code}`, `"${one.code}; ${two.code}"`)

    const dry = await send(admin, `\uFEFF${file}`, { dryRun: true })
    assert.deepEqual(dry.data, { ...COUNTS, rows: 2, created: 2 })
    assert.isEmpty(await stored([ann, bob]))
    const { status, data } = await send(admin, `\uFEFF${file}`)
    assert.equal(status, 200)
    assert.deepEqual(data, { ...COUNTS, rows: 2, created: 2, imported: 2 })
    const [first, second] = await stored([ann, bob])
    assert.deepInclude(first, { nickname: 'Ann; of Sales', department_id: departmentId })
    assert.deepInclude(second, { nickname: bob, department_id: departmentId, status: 'disabled' })
    const links = await db.from('user_roles').whereIn('user_id', [first.id, second.id])
    assert.lengthOf(links, 3)
    await logIn(client, ann, 'a good password')
  })
})

test.group('Access | import of users', () => {
  test('import what an export has written, formulas and all', async ({ client, assert }) => {
    const admin = await administrator(client)
    const user = await makeUser([await makeRole()], await makeDepartment())
    await db.from('users').where('id', user.id).update({ nickname: '=1+1', phone: '+49 30 1' })
    for (const format of ['csv', 'xlsx']) {
      const path = `/app/system/users/export?keyword=${user.username}&format=${format}`
      const file = await fetched(path, { authorization: `Bearer ${admin.token}` })
      await db.from('users').where('username', user.username).delete()
      const { status, data } = await send(admin, file.bytes)
      assert.deepEqual([status, data.imported], [200, 1])
      const [row] = await stored([user.username])
      assert.deepInclude(row, {
        nickname: '=1+1',
        phone: '+49301',
        department_id: user.departmentId,
      })
    }
  })

  test('report every fault by its row, and import nothing', async ({ client, assert }) => {
    const admin = await administrator(client)
    const [good, taken] = [freshName('good'), (await makeUser()).username]
    const file = csv(
      'username,email,departmentId,departmentName,roles,password',
      `${good},,,,,`,
      `${good},,,,,`,
      `${taken},,,,,`,
      ',,,,no-such-role,',
      `${freshName()},no mail,,,,short`,
      `${freshName()},,2000000000,,,`,
      `${freshName()},,,no such department,no-such-role,`
    )
    const expected = [
      [3, 'username'],
      [4, 'username'],
      [5, 'username'],
      [6, 'email'],
      [6, 'password'],
      [7, 'departmentId'],
      [8, 'departmentName'],
      [8, 'roles'],
    ]
    const dry = await send(admin, file, { dryRun: true })
    assert.equal(dry.status, 200)
    assert.sameDeepMembers(
      dry.data.faults.map(({ row, field }: { row: number; field: string }) => [row, field]),
      expected
    )
    const real = await send(admin, file)
    assert.equal(real.status, 422)
    assert.equal(real.data.reason, 'E_IMPORT')
    assert.sameMembers(
      real.data.errors.map(({ field }: { field: string }) => field),
      expected.map(([row, field]) => `rows.${row}.${field}`)
    )
    assert.isEmpty(await stored([good]))
  })

  test('give nobody more than the one who imports holds', async ({ client, assert }) => {
    const [mine, other] = [await makeDepartment(), await makeDepartment()]
    const sketch = { dataScope: 'department', departmentId: mine } as const
    const { caller } = await holder(client, IMPORT, sketch)
    const strong = await makeRole({ permissions: ['system:user:delete'] })
    const weak = await makeRole({ permissions: ['system:user:list'], dataScope: 'self' })
    const [a, b, c] = [freshName(), freshName(), freshName()]

    const refused = await send(
      caller,
      csv(
        'username,departmentId,roles',
        `${a},${mine},${strong.code}`,
        `${b},${other},`,
        `${c},,admin`
      )
    )
    assert.equal(refused.status, 422)
    assert.deepEqual(
      refused.data.errors.map(({ field }: { field: string }) => field),
      ['rows.2.roles', 'rows.3.departmentId', 'rows.4.roles']
    )
    const taken = await send(caller, csv('username,departmentId,roles', `${a},,${weak.code}`))
    assert.equal(taken.status, 200)
    assert.deepInclude((await stored([a]))[0], { department_id: mine })
  })

  test('let one without a password in only after it was set', async ({ client }) => {
    const admin = await administrator(client)
    const username = freshName()
    await send(admin, csv('username', username))
    for (const password of ['null', 'undefined', username]) {
      const login = await client.post('/app/auth/login').json({ username, password })
      login.assertStatus(400)
    }
    const [user] = await stored([username])
    await admin.must(admin.put(`users/${user.id}/password`, { password: 'a good password' }))
    await logIn(client, username, 'a good password')
  })

  test('refuse what is no table of users', async ({ client, assert }) => {
    const admin = await administrator(client)
    for (const [what, file] of Object.entries({
      'a package that is no workbook': zipSync({ 'a.txt': strToU8('a') }),
      'a broken quote': 'username\n"abc',
      'text in another encoding': new Uint8Array([0x75, 0xfc, 0x0a]),
      'an empty file of lines': '\n\n\n',
      'a column that there is not': 'username,isAdmin\na,1',
      'a column twice': 'username,username\na,b',
      'no username': 'nickname\nAnn',
    })) {
      const { status, data } = await send(admin, file)
      assert.deepEqual([status, data.reason], [422, 'E_TABLE'], what)
    }
  })

  test('refuse a file that is too large, none, two, and JSON', async ({ client, assert }) => {
    const admin = await administrator(client)
    const large = await send(admin, Buffer.alloc(17 * 1024 * 1024, 'a'))
    assert.equal(large.status, 413)

    const form = async (body: FormData) =>
      fetch(new URL('/app/system/users/import', baseUrl()), {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}` },
        body,
      })
    const [none, two] = [new FormData(), new FormData()]
    none.set('dryRun', 'true')
    for (const name of ['a', 'b']) two.append('file', new File(['username\nx'], name))
    assert.equal((await form(none)).status, 422)
    assert.equal((await form(two)).status, 422)
    const json = await admin.post('users/import', { file: 'username' })
    json.assertStatus(415)
  })

  test('ask for a permission of its own', async ({ client, assert }) => {
    const { caller } = await holder(client, ['system:user:create'])
    assert.equal((await send(caller, 'username\nx')).status, 403)
  })
})
