import { contentTypes, OFFICE, relationships, xml, type Parts } from './parts.js'

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const workbook = xml(`<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}">
  <sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>
</workbook>`)

const sheet = xml(`<worksheet xmlns="${SHEET}">
  <dimension ref="A1"/>
  <sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>
  <sheetFormatPr defaultRowHeight="15"/>
  <sheetData/>
  <pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>
</worksheet>`)

const styles = xml(`<styleSheet xmlns="${SHEET}">
  <fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
  <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
  <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
  <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
  <cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
  <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`)

export const cellParts: Parts = {
  '[Content_Types].xml': contentTypes({
    'xl/workbook.xml': `${TYPE}.sheet.main+xml`,
    'xl/worksheets/sheet1.xml': `${TYPE}.worksheet+xml`,
    'xl/styles.xml': `${TYPE}.styles+xml`,
  }),
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': workbook,
  'xl/_rels/workbook.xml.rels': relationships([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/worksheets/sheet1.xml': sheet,
  'xl/styles.xml': styles,
}
