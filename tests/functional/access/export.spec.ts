import * as sheets from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import { test } from '@japa/runner'
import { parse } from 'csv-parse/sync'
import { tableExports } from '#kernel/tables/main'
import { makeOperator } from '../../helpers/accounts.js'
import { fetched } from '../../helpers/download.js'
import { type Caller } from './support/caller.js'
import { holder, makeDepartment, makeRole, makeUser } from './support/organisation.js'

const EXPORTS = ['users', 'roles', 'menus', 'departments'] as const
const PERMISSIONS = EXPORTS.map((name) => `system:${name.slice(0, -1)}:export`)

type Row = Record<string, string>

async function exported({ token }: Caller, path: string) {
  return fetched(`/app/system/${path}`, { authorization: `Bearer ${token}` })
}

async function csvRows(caller: Caller, path: string): Promise<Row[]> {
  const { bytes } = await exported(caller, path)
  return parse(bytes, { bom: true, columns: true })
}

function cellsOf(xlsx: Buffer): string[][] {
  const { Sheets, SheetNames } = sheets.read(xlsx)
  return sheets.utils.sheet_to_json(Sheets[SheetNames[0]!]!, { header: 1, raw: false })
}

test.group('Access | export', () => {
  for (const name of EXPORTS) {
    test(`answer ${name} as CSV and as XLSX, alike`, async ({ client, assert }) => {
      const { caller } = await holder(client, PERMISSIONS)
      await makeDepartment()
      const csv = await exported(caller, `${name}/export?format=csv`)
      const xlsx = await exported(caller, `${name}/export?format=xlsx`)

      assert.equal(csv.status, 200)
      assert.match(csv.headers.get('content-type')!, /^text\/csv; charset=utf-8/)
      assert.match(
        csv.headers.get('content-disposition')!,
        new RegExp(`^attachment; filename="${name}-\\d{4}-\\d{2}-\\d{2}\\.csv"$`)
      )
      assert.match(xlsx.headers.get('content-type')!, /spreadsheetml\.sheet$/)
      const [head, ...rows] = cellsOf(xlsx.bytes)
      const records: Row[] = parse(csv.bytes, { bom: true, columns: true })
      assert.isNotEmpty(records)
      assert.deepEqual(head, Object.keys(records[0]!))
      assert.lengthOf(rows, records.length)
      assert.deepEqual(
        rows.map(([id]) => id),
        records.map(({ id }) => id)
      )
    })
  }

  test('answer those within reach alone, by the filters and the sort of the list', async ({
    client,
    assert,
  }) => {
    const [mine, other] = [await makeDepartment(), await makeDepartment()]
    const { caller, user } = await holder(client, PERMISSIONS, {
      dataScope: 'department',
      departmentId: mine,
    })
    const role = await makeRole()
    const near = await makeUser([role], mine)
    await makeUser([role], other)

    const all = await csvRows(caller, 'users/export?sort=id')
    assert.deepEqual(
      all.map(({ id }) => Number(id)),
      [user.id, near.id]
    )
    assert.equal(all[1]!.roles, role.code)
    const [found, ...others] = await csvRows(caller, `users/export?keyword=${near.username}`)
    assert.equal(found!.username, near.username)
    assert.isEmpty(others)
  })

  test('keep spreadsheets from running what a cell says', async ({ client, assert }) => {
    const departmentId = await makeDepartment()
    const { caller } = await holder(client, PERMISSIONS, { dataScope: 'department', departmentId })
    const nickname = `=cmd|'/C calc'!A0, "x"`
    const user = await makeOperator({ nickname, departmentId, phone: '+49 30 1' })

    const row = (await csvRows(caller, 'users/export')).find(({ id }) => Number(id) === user.id)!
    assert.equal(row.nickname, `'${nickname}`)
    assert.equal(row.phone, "'+49 30 1")
    const { bytes } = await exported(caller, 'users/export?format=xlsx')
    assert.include(cellsOf(bytes).flat(), `'=cmd|'/C calc'!A0, "x"`)
    assert.notInclude(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!), '<f>')
  })

  test('refuse formats, sorts and filters that there are not', async ({ client }) => {
    const { caller } = await holder(client, PERMISSIONS)
    for (const query of ['format=pdf', 'sort=password', 'roleId=abc', 'createdAtFrom=yesterday'])
      (await caller.get(`users/export?${query}`)).assertStatus(422)
  })

  test('write two of one person at a time', async ({ client, assert }) => {
    const { caller, user } = await holder(client, ['system:role:export'])
    const key = `user:${user.id}`
    const [one, other] = [await tableExports.acquire(key), await tableExports.acquire(key)]
    try {
      const refused = await caller.get('roles/export')
      refused.assertStatus(429)
      assert.equal(refused.header('retry-after'), '5')
      one()
      ;(await caller.get('roles/export')).assertStatus(200)
    } finally {
      one()
      other()
    }
  })

  test('ask for a permission of its own', async ({ client }) => {
    const { caller } = await holder(client, ['system:user:list', 'system:role:list'])
    for (const name of EXPORTS) (await caller.get(`${name}/export`)).assertStatus(403)
  })
})
