import { setTimeout as pause } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { dialectOf } from '#kernel/database/dialect'
import { freshName, logIn } from '../../helpers/accounts.js'
import { World } from '../../../app/plugins/access/book/world.js'
import { baseUrl, fetched } from '../../helpers/download.js'
import { sheetOf, workbookOf } from '../../helpers/workbooks.js'
import { administrator, type Caller } from './support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

const ROWS = 2_000
const IMPORT = ['system:user:import', 'system:user:export', 'system:user:list']

interface Answer {
  status: number
  message: string
  data: any
}

async function send({ token }: Caller, file: string | Uint8Array, fields = {}): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  body.set('file', new File([file as Uint8Array<ArrayBuffer>], 'users.csv'))
  const response = await fetch(new URL('/app/system/users/import', baseUrl()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const { message, data } = (await response.json()) as Answer
  return { status: response.status, message, data }
}

const csv = (...lines: string[]) => lines.join('\r\n')

async function stored(usernames: string[]) {
  return db.from('users').whereIn('username', usernames).orderBy('id')
}

test.group('Access | import of users', () => {
  test('judge each role once, and none for a department that is not there', async ({
    client,
    assert,
    cleanup,
  }) => {
    const roles = await Promise.all(Array.from({ length: 10 }, () => makeRole()))
    const { caller } = await holder(client, IMPORT)
    const departmentId = await makeDepartment()
    const { reachThrough } = World.prototype
    let judged = 0
    World.prototype.reachThrough = function (...args) {
      judged += 1
      return reachThrough.apply(this, args)
    }
    cleanup(() => void (World.prototype.reachThrough = reachThrough))
    const codes = roles.map(({ code }) => code)
    const rows = Array.from({ length: ROWS }, (_, no) => {
      const some = no % 2 === 0 ? codes : codes.slice(no % 9)
      const place = no < ROWS / 2 ? 1_000_000 + no : departmentId
      return `${freshName()};${place};"${some.join(';')}"`
    })
    const file = csv('username;departmentId;roles', ...rows)
    const { status, data } = await send(caller, file, { dryRun: true })
    assert.equal(status, 200)
    assert.equal(data.faultCount, ROWS / 2)
    assert.isAtMost(judged, 100)
  })

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

    const { status, data } = await send(admin, `\uFEFF${file}`)
    assert.equal(status, 200)
    assert.deepEqual(data, { rows: 2, imported: 2, faultCount: 0, faults: [] })
    const [first, second] = await stored([ann, bob])
    assert.deepInclude(first, { nickname: 'Ann; of Sales', department_id: departmentId })
    assert.deepInclude(second, { nickname: bob, department_id: departmentId, status: 'disabled' })
    const links = await db.from('user_roles').whereIn('user_id', [first.id, second.id])
    assert.lengthOf(links, 3)
    await logIn(client, ann, 'a good password')
  })

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
        phone: '+49 30 1',
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

  test('create nothing on a dry run', async ({ client, assert }) => {
    const admin = await administrator(client)
    const username = freshName()
    const { data } = await send(admin, csv('username', username), { dryRun: true })
    assert.deepEqual(data, { rows: 1, imported: 0, faultCount: 0, faults: [] })
    assert.isEmpty(await stored([username]))
  })

  test('keep nobody waiting while rows are judged alone', async ({ client, assert }) => {
    const admin = await administrator(client)
    const trx = await db.transaction()
    await trx.from('access_revisions').where('id', 1).increment('revision', 1)
    const judged = await send(admin, csv('username', freshName()), { dryRun: true })
    await trx.rollback()
    assert.containsSubset(judged, { status: 200, data: { rows: 1, imported: 0 } })
  }).skip(() => dialectOf(db.connection()) === 'sqlite')

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

  const bomb = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
    'xl/worksheets/sheet1.xml': new Uint8Array(60 * 1024 * 1024).fill(32),
  })
  const entities = zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>'
    ),
  })
  const refused: Record<string, string | Uint8Array> = {
    'a zip bomb': bomb,
    'entities of its own': entities,
    'a package that is no workbook': zipSync({ 'a.txt': strToU8('a') }),
    'a damaged package': bomb.subarray(0, 2_000),
    'a broken quote': 'username\n"abc',
    'text in another encoding': new Uint8Array([0x75, 0xfc, 0x0a]),
    'an empty file of lines': '\n\n\n',
    'a column that there is not': 'username,isAdmin\na,1',
    'a column twice': 'username,username\na,b',
    'no username': 'nickname\nAnn',
    'a cell without end': `username\n${'a'.repeat(150_000)}`,
    'rows that all name one long text': workbookOf({
      strings: `<sst><si><t>username</t></si><si><t>${'x'.repeat(10_000)}</t></si></sst>`,
      sheet: sheetOf(
        '<row><c t="s"><v>0</v></c></row>' + '<row><c t="s"><v>1</v></c></row>'.repeat(2_000)
      ),
    }),
    'too many rows': `username\n${'a\n'.repeat(50_001)}`,
  }
  for (const [what, file] of Object.entries(refused)) {
    test(`refuse ${what}`, async ({ client, assert }) => {
      const { status, data } = await send(await administrator(client), file)
      assert.deepEqual([status, data.reason], [422, 'E_TABLE'])
    })
  }

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

  test('import fifty thousand rows while others are served', async ({ client, assert }) => {
    const admin = await administrator(client)
    const departmentId = await makeDepartment()
    const role = await makeRole()
    const prefix = freshName('bulk')
    const lines = Array.from(
      { length: 50_000 },
      (_, index) => `${prefix}-${index},Person ${index},${departmentId},${role.code}`
    )
    let importing = true
    const imported = send(admin, csv('username,nickname,departmentId,roles', ...lines)).finally(
      () => (importing = false)
    )
    let served = 0
    while (importing) {
      assert.equal((await fetched('/actuator/health/liveness')).status, 200)
      served += 1
      await pause(20)
    }
    const { status, data } = await imported
    assert.deepEqual([status, data.imported], [200, 50_000])
    assert.isAbove(served, 5)
    const [{ total }] = await db
      .from('users')
      .where({ department_id: departmentId })
      .count('* as total')
    assert.equal(Number(total), 50_000)
    await db.from('users').where('department_id', departmentId).delete()
  })
})
