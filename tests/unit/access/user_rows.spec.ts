import { test } from '@japa/runner'
import { ImportReport } from '../../../app/plugins/access/import/import_report.js'
import { MOST_PASSWORDS, userRowsOfFile } from '../../../app/plugins/access/import/user_rows.js'

const WEAK = 'password1234'

const fileOf = (head: string, row: (no: number) => string, rows: number) =>
  Buffer.from([head, ...Array.from({ length: rows }, (_, no) => row(no))].join('\n'))

test.group('Access | users of a file', () => {
  test('judge no more passwords than may be set', async ({ assert }) => {
    const report = new ImportReport()
    const beyond = 100
    const file = fileOf('username,password', (no) => `ann-${no},${WEAK}`, MOST_PASSWORDS + beyond)
    const users = await userRowsOfFile(file, report)
    const [last, ...others] = report.faults.toReversed()
    assert.lengthOf(others, MOST_PASSWORDS)
    assert.deepEqual(last && { ...last, message: String(last.message) }, {
      row: MOST_PASSWORDS + 2,
      field: 'password',
      message: `At most ${MOST_PASSWORDS} rows may have a password; set the others’ later`,
    })
    assert.isTrue(users.every(({ password }) => password === undefined))
  })

  test('keep roles as they are written, in one text', async ({ assert }) => {
    const report = new ImportReport()
    const file = fileOf('username,roles', (no) => `ann-${no},"one; two;;one"`, 2)
    const users = await userRowsOfFile(file, report)
    assert.deepEqual(
      users.map(({ roles }) => roles),
      Array(2).fill('one; two;;one')
    )
  })

  test('refuse roles that are none, or too many', async ({ assert }) => {
    const report = new ImportReport()
    const codes = Array.from({ length: 201 }, (_, no) => `role-${no}`)
    const cells = ['x'.repeat(65), codes.join(';')]
    await userRowsOfFile(
      fileOf('username,roles', (no) => `ann-${no},"${cells[no]}"`, 2),
      report
    )
    assert.deepEqual(
      report.faults.map(({ row, field }) => [row, field]),
      [
        [2, 'roles'],
        [3, 'roles'],
      ]
    )
  })
})
