import { neutralised, type Cell } from './table.js'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const SHEET_HEAD = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
export const SHEET_FOOT = '</sheetData></worksheet>'

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** @param number from 1 */
export function sheetRow(number: number, cells: readonly Cell[]): string {
  const written = cells.map((cell, index) => sheetCell(`${columnAt(index)}${number}`, cell))
  return `<row r="${number}">${written.join('')}</row>`
}

/** `A` to `ZZ`. */
function columnAt(index: number): string {
  const [first, second] = [Math.floor(index / 26), index % 26]
  return (first > 0 ? letter(first - 1) : '') + letter(second)
}

function letter(index: number): string {
  return String.fromCharCode(0x41 + index)
}

/** What a package is beside its sheets: path → content. */
export function packageParts(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  return {
    'xl/workbook.xml': workbook(name, numbers),
    'xl/_rels/workbook.xml.rels': relationships(
      numbers.map((number) => [`${OFFICE}/worksheet`, `worksheets/sheet${number}.xml`])
    ),
    '_rels/.rels': relationships([[`${OFFICE}/officeDocument`, 'xl/workbook.xml']]),
    '[Content_Types].xml': contentTypes(numbers),
  }
}

function workbook(name: string, numbers: readonly number[]): string {
  const sheets = numbers.map((number) => {
    const title = number === 1 ? name : `${name} ${number}`
    return `<sheet name="${escaped(title)}" sheetId="${number}" r:id="rId${number}"/>`
  })
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const listed = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${listed.join('')}</Relationships>`
}

function contentTypes(numbers: readonly number[]): string {
  const sheets = numbers.map(
    (number) => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`
  )
  return [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
    ...sheets,
    '</Types>',
  ].join('')
}

function sheetCell(at: string, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(String(neutralised(cell)))}</t></is></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Characters that XML has no place for, or does not keep, are written as `_x000D_`, and texts that look like that with their
 * first character in that way. Halves of pairs are replaced.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[\da-fA-F]{4}_)|[^\t\n\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, code)
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}

function code(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
