import { LONGEST_CELL, MOST_CELLS, refuseTable, type TextRow } from './table_source.js'
import { XlsxPackage } from './xlsx_package.js'
import { readXml, xmlReader, type OpenElements } from './xml_reader.js'

const MOST_STRINGS = 2_000_000
const MOST_CHARACTERS = 64 * 1024 * 1024
/** A sheet has no more. */
const LAST_ROW = 1_048_576

/** Rows of the first sheet of a workbook, unpacked and parsed piece by piece. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<TextRow> {
  const workbook = await XlsxPackage.open(bytes)
  try {
    const shared = await sharedStrings(workbook)
    const sheet = await workbook.read(await workbook.firstSheet())
    if (!sheet) refuseTable('The workbook has no sheet')
    yield* rowsOf(sheet, shared)
  } catch (error) {
    if ((error as { status?: number }).status === 422) throw error
    refuseTable('The workbook is damaged: it cannot be read', error)
  }
}

async function sharedStrings(workbook: XlsxPackage): Promise<string[]> {
  const strings: string[] = []
  const path = await workbook.sharedStrings()
  const part = path === undefined ? null : await workbook.read(path)
  if (!part) return strings

  let item = ''
  let characters = 0
  await readXml(part, {
    open: (name) => {
      if (name === 'si') item = ''
    },
    text: (text, within) => {
      if (isShown(within)) item = joined(item, text)
    },
    close: (name) => {
      if (name !== 'si') return
      characters += item.length
      if (strings.push(item) > MOST_STRINGS || characters > MOST_CHARACTERS)
        refuseTable('The workbook is too large')
    },
  })
  return strings
}

async function* rowsOf(
  sheet: NodeJS.ReadableStream,
  shared: readonly string[]
): AsyncGenerator<TextRow> {
  let ready: TextRow[] = []
  const reader = new SheetReader(shared, (row) => ready.push(row))
  for await (const piece of sheet) {
    reader.take(piece as Buffer)
    const rows = ready
    ready = []
    yield* rows
  }
}

/** Puts cells where they say they stand; spreadsheets leave out empty cells and rows. */
class SheetReader {
  #row: string[] = []
  #number = 0
  #column = 0
  #type = ''
  #text = ''
  readonly take: (piece: Buffer) => void

  constructor(
    private readonly shared: readonly string[],
    private readonly give: (row: TextRow) => void
  ) {
    this.take = xmlReader({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text, within) => {
        if (within.has('v') || isShown(within)) this.#text = joined(this.#text, text)
      },
      close: (name) => this.#close(name),
    })
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') return this.#openRow(attributes.r)
    if (name !== 'c') return
    this.#column = attributes.r === undefined ? this.#row.length : columnOf(attributes.r)
    if (this.#column >= MOST_CELLS) refuseTable(`A row has more than ${MOST_CELLS} cells`)
    this.#type = attributes.t ?? 'n'
    this.#text = ''
  }

  #openRow(r: string | undefined): void {
    const number = r === undefined ? this.#number + 1 : Number(r)
    if (!Number.isInteger(number) || number <= this.#number || number > LAST_ROW)
      refuseTable('The rows of the sheet are not in order')
    this.#number = number
    this.#row = []
  }

  #close(name: string): void {
    if (name === 'row') return this.#giveRow()
    if (name === 'c') this.#row[this.#column] = this.#value()
  }

  #giveRow(): void {
    this.give({ number: this.#number, cells: Array.from(this.#row, (cell) => cell ?? '') })
  }

  #value(): string {
    if (this.#type === 's') return this.shared[Number(this.#text)] ?? ''
    if (this.#type === 'b') return this.#text === '1' ? 'true' : 'false'
    if (this.#type === 'n' && /e/i.test(this.#text)) return String(Number(this.#text))
    return this.#text
  }
}

/** Of rich text the words alone, without how they are pronounced. */
function isShown(within: OpenElements): boolean {
  return within.has('t') && !within.has('rPh')
}

function joined(text: string, more: string): string {
  if (text.length + more.length > LONGEST_CELL)
    refuseTable(`A cell has more than ${LONGEST_CELL} characters`)
  return text + more
}

/** `C7` stands in the third column. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
