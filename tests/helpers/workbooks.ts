import * as sheets from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Sheets in the order they are given, as a spreadsheet saves them; a name that starts with `_` is hidden. */
export function savedWorkbook(named: Record<string, sheets.WorkSheet | unknown[][]>): Buffer {
  const book = sheets.utils.book_new()
  for (const [name, given] of Object.entries(named))
    sheets.utils.book_append_sheet(
      book,
      Array.isArray(given) ? sheets.utils.aoa_to_sheet(given, { UTC: true }) : given,
      name
    )
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({ name, Hidden: name.startsWith('_') ? 1 : 0 })),
  }
  return sheets.write(book, { type: 'buffer', compression: true }) as Buffer
}

/**
 * A workbook written by hand.
 *
 * @param sheet rows of its only sheet, as XML
 * @param strings what cells share, as XML; it lies under a name that no spreadsheet uses
 */
export function workbookOf(sheet: string, strings = ''): Buffer {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}" ContentType="${TYPE}.${type}+xml"/>`
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">${part('workbook.xml', 'sheet.main')}${part('people.xml', 'worksheet')}${part('words/all.xml', 'sharedStrings')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${link('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="r7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${link('r7', 'worksheet', 'people.xml')}${link('r8', 'sharedStrings', 'words/all.xml')}</Relationships>`,
    'xl/people.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/words/all.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
  }
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(HEAD + xml)] as const)
  return Buffer.from(zipSync(Object.fromEntries(files)))
}
