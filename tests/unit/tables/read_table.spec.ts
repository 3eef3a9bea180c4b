import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { test } from '@japa/runner'
import { readTable, type TableRules, E_TABLE, MOST_HANDED_OVER } from '#kernel/tables/main'
import { csvOf } from '#kernel/tables/csv_table'
import { xlsxOf } from '#kernel/tables/xlsx_table'
import { stuffedZip } from '#tests/helpers/stuffed_zips'
import { savedWorkbook, workbookOf } from '#tests/helpers/workbooks'

const RULES: TableRules = {
  columns: ['username', 'phone', 'day'],
  ignored: ['note'],
  required: ['username'],
  mostRows: 50_000,
}

async function rowsOf(file: string | Uint8Array, limits?: { seconds: number; megabytes: number }) {
  const rows = []
  for await (const { number, cells } of readTable(Buffer.from(file), RULES, limits))
    rows.push([number, ...Object.values(cells)])
  return rows
}

const HEAD = ['username', 'phone', 'day']
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (number: number, text: string) => `<row r="${number}">${inline(text)}</row>`

const day = new Date(Date.UTC(2026, 10, 28))
const moment = new Date(Date.UTC(2026, 10, 28, 9, 30))

/** Kept as it is counted, and shown as `4.91701E+11`. */
const counted = { t: 'n', v: 491701234567, z: '0.00E+00' }

const READ: Record<string, [file: string | Uint8Array, rows: unknown[][]]> = {
  'a sheet behind a hidden one': [
    savedWorkbook({ _lists: [['unknown'], ['x']], people: [HEAD, ['ann']] }),
    [[2, 'ann']],
  ],
  'numbers as their digits': [
    savedWorkbook({ a: [HEAD, ['ann', counted], [1e21, 0.1 + 0.2], [-7, 1e-7]] }),
    [
      [2, 'ann', '491701234567'],
      [3, '1000000000000000000000', '0.3'],
      [4, '-7', '0.0000001'],
    ],
  ],
  'days and moments as ISO 8601': [
    savedWorkbook({ a: [HEAD, ['ann', '', day], ['bob', '', moment]] }),
    [
      [2, 'ann', '2026-11-28'],
      [3, 'bob', '2026-11-28T09:30:00'],
    ],
  ],
  'truth values as words': [savedWorkbook({ a: [HEAD, [true, false]] }), [[2, 'true', 'false']]],
  'a table below empty rows of a workbook': [
    savedWorkbook({ a: [[], [null, ''], HEAD, ['ann']] }),
    [[4, 'ann']],
  ],
  'an error in a column that is passed over': [
    savedWorkbook({
      a: [
        ['username', 'note'],
        ['ann', { t: 'e', v: 0x17 }],
      ],
    }),
    [[2, 'ann']],
  ],
  'strings where the relationship says, without how they are pronounced': [
    workbookOf(
      '<row><c t="s"><v>0</v></c></row><row><c r="A2" t="s"><v>1</v></c></row>',
      '<si><t>username</t></si><si><r><t>an</t></r><r><t>n</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>'
    ),
    [[2, 'ann']],
  ],
  'escaped characters': [
    workbookOf(row(1, 'username') + row(2, 'a_x002D_b') + row(3, 'a_x005F_x002D_b')),
    [
      [2, 'a-b'],
      [3, 'a_x002D_b'],
    ],
  ],
  'rows over gaps of any size': [
    workbookOf(row(1, 'username') + row(3, 'ann') + row(1_000_000, 'bob')),
    [
      [3, 'ann'],
      [1_000_000, 'bob'],
    ],
  ],
  'CSV that names what parts it': [
    '\uFEFFsep=|\r\nusername|phone\r\n"a|b"|1,2;3\r\n',
    [[2, 'a|b', '1,2;3']],
  ],
  'CSV below empty lines': ['\r\n ;;\r\n\r\nusername;phone\r\nann;1,2\r\n', [[5, 'ann', '1,2']]],
}

const REFUSED: Record<string, [file: string | Uint8Array, message: RegExp]> = {
  'the error of a cell of a workbook': [
    savedWorkbook({ a: [HEAD, ['ann'], ['bob', { t: 'e', v: 0x17 }]] }),
    /^Row 3, column "phone": the cell has the error #REF!$/,
  ],
  'the error of a cell of CSV': [
    'username,phone\nann,#N/A',
    /^Row 2, column "phone": the cell has the error #N\/A$/,
  ],
  'a workbook of hidden sheets': [
    savedWorkbook({ _a: [HEAD], _b: [HEAD] }),
    /^The workbook has no sheet that is shown$/,
  ],
  'a workbook that lacks its strings': [
    workbookOf('<row><c t="s"><v>9</v></c></row>'),
    /^The workbook is damaged/,
  ],
  'a package of something else': [zipSync({ 'a.txt': strToU8('a') }), /^The workbook is damaged/],
  'a cell beyond the last one': [
    workbookOf('<row><c r="ZZZ1"><v>1</v></c></row>'),
    /^A row has more than 200 cells$/,
  ],
  'a part that says it is large': [
    declaring(zipSync({ 'xl/workbook.xml': new Uint8Array(70 * 1024 * 1024) })),
    /^The file would be too large when unpacked$/,
  ],
  'a part that is larger than it says': [
    declaring(zipSync({ 'xl/workbook.xml': new Uint8Array(70 * 1024 * 1024) }), 1_000),
    /^The file is damaged: it cannot be unpacked$/,
  ],
  'a table of contents that is stuffed': [
    stuffedZip({ parts: 70, extra: 65_532 }),
    /^The file has a table of contents that is too large$/,
  ],
}

/** A package of one part, which is said to unpack to another number of bytes. */
function declaring(zip: Uint8Array, size?: number): Buffer {
  const bytes = Buffer.from(zip)
  if (size !== undefined) bytes.writeUInt32LE(size, bytes.indexOf('PK\u0001\u0002') + 24)
  return bytes
}

const LONG = 'x'.repeat(10_000)
/** With so many rows of it a table is as large as it may be. */
const MOST_LONG = Math.floor(MOST_HANDED_OVER / LONG.length)

/** Few bytes, however many rows: they all name one string. */
function sharing(rows: number): Buffer {
  const named = (index: number) => `<row><c t="s"><v>${index}</v></c></row>`
  const strings = `<si><t>username</t></si><si><t>${LONG}</t></si>`
  return workbookOf(named(0) + named(1).repeat(rows), strings)
}

/** Small files that may take their reader long. */
const HOSTILE: Record<string, Buffer> = {
  'a sheet that is nested without end': workbookOf('<a>'.repeat(300_000)),
  'beginnings of cells': workbookOf('<row><c r="'.repeat(300_000)),
  'beginnings of values': workbookOf(`<row><c>${'<v'.repeat(300_000)}</c></row>`),
  'strings that are nested without end': workbookOf(row(1, 'username'), '<si>'.repeat(300_000)),
  'beginnings of strings': workbookOf(row(1, 'username'), '<si><t '.repeat(300_000)),
  'millions of empty rows': workbookOf(row(1, 'username') + '<row/>'.repeat(1_000_000)),
}

test.group('Tables | reading', () => {
  for (const [what, [file, rows]] of Object.entries(READ))
    test(`read ${what}`, async ({ assert }) => assert.deepEqual(await rowsOf(file), rows))

  for (const [what, [file, message]] of Object.entries(REFUSED)) {
    test(`refuse ${what}`, async ({ assert }) => {
      const error = await rowsOf(file).catch((one: unknown) => one)
      assert.instanceOf(error, E_TABLE)
      assert.match((error as Error).message, message)
    })
  }

  for (const [what, file] of Object.entries(HOSTILE)) {
    test(`read or refuse ${what} within the limits`, async ({ assert }) => {
      const limits = { seconds: 5, megabytes: 256 }
      const read = await rowsOf(file, limits).catch((error: unknown) => error)
      if (!Array.isArray(read)) assert.instanceOf(read, E_TABLE)
    })
  }

  test('read back what was written, whatever its characters', async ({ assert }) => {
    const texts = [
      '=1+1',
      "a'b r='Z9'",
      '<&">',
      'a\u0001b',
      '_x0041_',
      'a\nb',
      'ü\u{1F600}',
      '+49 30',
    ]
    const columns = HEAD.map((title) => ({ title, value: (text: string) => text }))
    const written = {
      csv: csvOf,
      xlsx: (...given: Parameters<typeof csvOf<string>>) => xlsxOf('a', ...given),
    }
    for (const [format, write] of Object.entries(written)) {
      const rows = async function* () {
        yield* texts
      }
      const read = await rowsOf(await buffer(write(columns, rows())))
      assert.deepEqual(
        read,
        texts.map((text, index) => [index + 2, text, text, text]),
        format
      )
    }
  })

  test('hand over many rows in the order of the file', async ({ assert }) => {
    const names = Array.from({ length: 1_234 }, (_, index) => `name-${index}`)
    const rows = await rowsOf(['username', ...names].join('\n'))
    assert.deepEqual(
      rows,
      names.map((name, index) => [index + 2, name])
    )
  })

  test('end a reading that takes longer, or more memory, than it may', async ({ assert }) => {
    const strings = Array.from(
      { length: 150_000 },
      (_, index) => `<si><t>a rather long text ${index}</t></si>`
    )
    const large = workbookOf(row(1, 'username'), strings.join(''))
    for (const limits of [
      { seconds: 0, megabytes: 256 },
      { seconds: 60, megabytes: 16 },
    ])
      await assert.rejects(
        () => rowsOf(large, limits),
        'The file takes too long to read; send it in parts'
      )
  })

  test('refuse a small workbook whose rows name one string over and over', async ({ assert }) => {
    const error = await rowsOf(sharing(MOST_LONG + 1)).catch((one: unknown) => one)
    assert.instanceOf(error, E_TABLE)
    assert.match((error as Error).message, /more than \d+ characters in all; send it in parts$/)
  })
})
