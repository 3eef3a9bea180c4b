import { strToU8, zipSync } from 'fflate'

/** Parts of a workbook, in place of the usual ones. */
export interface WorkbookParts {
  workbook?: string
  links?: string
  sheet?: string
  strings?: string
  /** Where the strings lie; the relationships say so. */
  stringsPath?: string
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const USUAL = {
  workbook: '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
  links: '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  sheet: sheetOf('<row><c t="inlineStr"><is><t>username</t></is></c></row>'),
}

/** A workbook as somebody writes it who means no good. */
export function workbookOf(parts: WorkbookParts): Buffer {
  const { workbook, links, sheet, strings } = { ...USUAL, ...parts }
  const { stringsPath = 'sharedStrings.xml' } = parts
  const toStrings = `<Relationship Id="s1" Type="${OFFICE}/sharedStrings" Target="${stringsPath}"/>`
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(workbook),
      'xl/_rels/workbook.xml.rels': strToU8(links.replace('</', `${toStrings}</`)),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
      ...(strings === undefined ? {} : { [`xl/${stringsPath}`]: strToU8(strings) }),
    })
  )
}

export function sheetOf(rows: string): string {
  return `<worksheet><sheetData>${rows}</sheetData></worksheet>`
}

/** Small files, each of which once took its reader long. */
export const HOSTILE_WORKBOOKS: Readonly<Record<string, WorkbookParts>> = {
  'a workbook of beginnings of sheets': { workbook: '<sheet '.repeat(100_000) },
  'links of beginnings of links': { links: '<Relationship '.repeat(60_000) },
  'a sheet that is nested without end': { sheet: '<a>'.repeat(300_000) },
  'strings that are nested without end': { strings: `<sst>${'<si>'.repeat(200_000)}` },
  'millions of empty rows': { sheet: sheetOf('<row/>'.repeat(600_000)) },
  'rows that stand before each other': { sheet: sheetOf('<row r="9"/><row r="3"/>') },
  'a row beyond the last one': { sheet: sheetOf('<row r="99999999"/>') },
  'a cell beyond the last one': { sheet: sheetOf('<row><c r="ZZZ1"/></row>') },
}
