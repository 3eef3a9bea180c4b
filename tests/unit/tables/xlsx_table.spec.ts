import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { test } from '@japa/runner'
import { csvOf } from '#kernel/tables/csv_table'
import { xlsxOf } from '#kernel/tables/xlsx_table'

const columns = [{ title: 'n', value: (n: number) => n }]

async function* numbers(count: number): AsyncGenerator<number> {
  for (let n = 1; n <= count; n++) yield n
}

async function partsOf(rows: number, rowsOfASheet: number) {
  const bytes = await buffer(xlsxOf('numbers', columns, numbers(rows), rowsOfASheet))
  const parts = unzipSync(bytes)
  return Object.fromEntries(Object.entries(parts).map(([name, data]) => [name, strFromU8(data)]))
}

test.group('Tables | XLSX', () => {
  for (const [rows, sheets] of [
    [0, 1],
    [9, 1],
    [10, 2],
  ] as const) {
    test(`put ${rows} rows onto ${sheets} sheets of nine`, async ({ assert }) => {
      const parts = await partsOf(rows, 10)
      const written = Object.entries(parts).filter(([name]) => /sheet\d+\.xml$/.test(name))
      assert.lengthOf(written, sheets)
      const count = written.flatMap(([, xml]) => [...xml.matchAll(/<row /g)]).length
      assert.equal(count, rows + sheets)
      assert.lengthOf([...parts['xl/workbook.xml']!.matchAll(/<sheet /g)], sheets)
      for (const [name] of written) assert.include(parts['[Content_Types].xml'], name)
    })
  }

  test('break off with the fault of what is read', async ({ assert }) => {
    async function* faulty(): AsyncGenerator<number> {
      yield 1
      throw new Error('the database went away')
    }
    await assert.rejects(
      () => buffer(xlsxOf('numbers', columns, faulty())),
      'the database went away'
    )
    await assert.rejects(() => buffer(csvOf(columns, faulty())), 'the database went away')
  })
})
