import { test } from '@japa/runner'
import { readTable, type TableRules, E_TABLE, MOST_HANDED_OVER } from '#kernel/tables/main'
import { stuffedZip } from '#tests/helpers/stuffed_zips'
import { HOSTILE_WORKBOOKS, sheetOf, workbookOf } from '#tests/helpers/workbooks'

const RULES: TableRules = {
  columns: ['username', 'nickname'],
  ignored: [],
  required: ['username'],
  mostRows: 50_000,
}
const TEXT = '<is><t>%</t></is>'

const cell = (text: string) => `<c t="inlineStr">${TEXT.replace('%', text)}</c>`
const row = (number: number, text: string) => `<row r="${number}">${cell(text)}</row>`
const LONG = 'x'.repeat(10_000)
/** With so many rows of it a table is as large as it may be. */
const MOST_LONG = Math.floor(MOST_HANDED_OVER / LONG.length)
const LARGE = /^The rows of the file have more than \d+ characters in all; send it in parts$/

/** Few bytes, however many rows: they all name one string. */
function sharing(rows: number): Buffer {
  const strings = `<sst><si><t>username</t></si><si><t>${LONG}</t></si></sst>`
  const named = (index: number) => `<row><c t="s"><v>${index}</v></c></row>`
  return workbookOf({ strings, sheet: sheetOf(named(0) + named(1).repeat(rows)) })
}

async function rowsOf(bytes: Buffer, limits?: { seconds: number; megabytes: number }) {
  const rows = []
  for await (const one of readTable(bytes, RULES, limits)) rows.push(one)
  return rows
}

test.group('Tables | reading', () => {
  test('number rows as the spreadsheet does, over gaps of any size', async ({ assert }) => {
    const sheet = sheetOf(row(1, 'username') + row(3, 'ann') + row(1_000_000, 'bob'))
    assert.deepEqual(await rowsOf(workbookOf({ sheet })), [
      { number: 3, cells: { username: 'ann' } },
      { number: 1_000_000, cells: { username: 'bob' } },
    ])
  })

  test('read shared strings where they lie, without how they are pronounced', async ({
    assert,
  }) => {
    const strings =
      '<sst><si><t>username</t></si><si><r><t>an</t></r><r><t>n</t></r><rPh><t>x</t></rPh></si></sst>'
    const sheet = sheetOf('<row><c t="s"><v>0</v></c></row><row><c r="A2" t="s"><v>1</v></c></row>')
    for (const stringsPath of [undefined, 'texts2.xml']) {
      const rows = await rowsOf(workbookOf({ sheet, strings, stringsPath }))
      assert.deepEqual(rows, [{ number: 2, cells: { username: 'ann' } }])
    }
  })

  test('hand over many rows in the order of the file', async ({ assert }) => {
    const names = Array.from({ length: 1_234 }, (_, index) => `name-${index}`)
    const rows = await rowsOf(Buffer.from(['username', ...names].join('\n')))
    assert.deepEqual(
      rows.map(({ cells }) => cells.username),
      names
    )
  })

  for (const [what, parts] of Object.entries(HOSTILE_WORKBOOKS)) {
    test(`refuse ${what}`, async ({ assert }) => {
      await assert.rejects(() => rowsOf(workbookOf(parts)), E_TABLE)
    })
  }

  test('refuse a workbook whose table of contents is stuffed', async ({ assert }) => {
    const stuffed = stuffedZip({ parts: 70, extra: 65_532 })
    await assert.rejects(
      () => rowsOf(stuffed),
      'The file has a table of contents that is too large'
    )
  })

  test('end a reading that takes longer than it may', async ({ assert }) => {
    const short = { seconds: 0, megabytes: 256 }
    await assert.rejects(
      () => rowsOf(sharing(MOST_LONG), short),
      'The file takes too long to read; send it in parts'
    )
  })

  test('end a reading that takes more memory than it may', async ({ assert }) => {
    const strings = `<sst>${Array.from({ length: 150_000 }, (_, index) => `<si><t>a rather long text ${index}</t></si>`).join('')}</sst>`
    await assert.rejects(
      () => rowsOf(workbookOf({ strings }), { seconds: 60, megabytes: 16 }),
      E_TABLE
    )
  })

  test('refuse a small workbook whose rows name one string over and over', async ({ assert }) => {
    const fault = await rowsOf(sharing(MOST_LONG + 1)).catch((error: unknown) => error)
    assert.instanceOf(fault, E_TABLE)
    assert.match((fault as Error).message, LARGE)
  })
})
