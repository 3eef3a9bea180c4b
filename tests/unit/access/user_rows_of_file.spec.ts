import { test } from '@japa/runner'
import { everything } from '#kernel/data_scope/reach'
import { actAsOperator } from '#kernel/operator/acting'
import type { Operator } from '#kernel/operator/operator'
import { MOST_PASSWORDS } from '../../../app/plugins/access/import/bounds.js'
import { ImportReport, type RowFault } from '../../../app/plugins/access/import/import_report.js'
import { userRowsOfFile } from '../../../app/plugins/access/import/user_rows_of_file.js'

const ROWS = 300
const WEAK = 'password1234'

const fileOf = (head: string, row: (no: number) => string, rows = ROWS) =>
  Buffer.from([head, ...Array.from({ length: rows }, (_, no) => row(no))].join('\n'))

/** Tells of each fault as it is found. */
class WatchedReport extends ImportReport {
  constructor(private readonly found: () => void) {
    super()
  }

  override add(fault: RowFault): void {
    super.add(fault)
    this.found()
  }
}

/** In how many turns of the loop something was noted. */
function notedTurns() {
  const turns = new Set<number>()
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  return { turns, note: () => void turns.add(turn), end: () => clearImmediate(next) }
}

/** Whatever is done takes longer than a turn may. */
function slowClock() {
  let now = 0
  performance.now = () => (now += 11)
  return () => void Reflect.deleteProperty(performance, 'now')
}

function actWhileConnected<Result>(signal: AbortSignal, work: () => Result): Result {
  const operator = { id: 1, departmentId: null } as Operator
  const acting = { operator, permission: null, reach: everything, roles: [], hangUp: () => signal }
  return actAsOperator(acting, work)
}

test.group('Access | users of a file', () => {
  test('judge no more passwords than may be set', async ({ assert }) => {
    const report = new ImportReport()
    const beyond = 100
    const file = fileOf('username,password', (no) => `ann-${no},${WEAK}`, MOST_PASSWORDS + beyond)
    const users = await userRowsOfFile(file, report)
    const [last, ...others] = report.faults.toReversed()
    assert.lengthOf(others, MOST_PASSWORDS)
    assert.deepEqual(last, {
      row: MOST_PASSWORDS + 2,
      field: 'password',
      message: `At most ${MOST_PASSWORDS} rows may have a password; set the others’ later`,
    })
    assert.isTrue(users.every(({ password }) => password === undefined))
  })

  test('take as many passwords as may be set', async ({ assert }) => {
    const report = new ImportReport()
    const row = (no: number) => `ann-${no},a good one of ${no}`
    const users = await userRowsOfFile(fileOf('username,password', row, MOST_PASSWORDS), report)
    assert.isEmpty(report.faults)
    assert.isTrue(users.every(({ password }) => password !== undefined))
  })

  test('give others a turn while rows are looked at', async ({ assert, cleanup }) => {
    const { turns, note, end } = notedTurns()
    cleanup(end)
    cleanup(slowClock())
    const file = fileOf('username,email', (no) => `ann-${no},none`)
    await userRowsOfFile(file, new WatchedReport(note))
    assert.equal(turns.size, ROWS)
  })

  test('look at no further row once whoever asked has hung up', async ({ assert }) => {
    const controller = new AbortController()
    const report = new WatchedReport(() => controller.abort(new Error('hung up')))
    const file = fileOf('username,email', (no) => `ann-${no},none`)
    await assert.rejects(
      () => actWhileConnected(controller.signal, () => userRowsOfFile(file, report)),
      'hung up'
    )
    assert.equal(report.count, 1)
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
