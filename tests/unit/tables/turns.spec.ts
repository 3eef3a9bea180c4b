import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { csvOf } from '#kernel/tables/csv_table'
import { xlsxOf } from '#kernel/tables/xlsx_table'

const COLUMNS = [{ title: 'text', value: (row: string) => row }]
const ROW = 'x'.repeat(1_000)
const ROWS = 5_000
/** Of 64 KB, and a bit more. */
const PIECES = Math.floor((ROWS * ROW.length) / 70_000)

/** As a database that answers at once. */
async function* rows(count: number, pulled = { count: 0 }) {
  for (; pulled.count < count; pulled.count++) yield ROW
}

test.group('Tables | others at work', () => {
  test('get a turn between the pieces of a file', async ({ assert }) => {
    const turns = { count: 0, on: true }
    const turn = () => {
      turns.count++
      if (turns.on) setImmediate(turn)
    }
    setImmediate(turn)
    let bytes = 0
    for await (const piece of csvOf(COLUMNS, rows(ROWS))) bytes += piece.length
    turns.on = false
    assert.isAbove(bytes, ROWS * ROW.length)
    assert.isAtLeast(turns.count, PIECES)
  })

  test('are kept from nothing by a workbook that nobody wants any more', async ({ assert }) => {
    const pulled = { count: 0 }
    const file = xlsxOf('rows', COLUMNS, rows(1_000_000, pulled))
    await file[Symbol.asyncIterator]().next()
    file.destroy()
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    const { count } = pulled
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    assert.equal(pulled.count, count)
    assert.isBelow(count, 1_000_000)
  })
})
