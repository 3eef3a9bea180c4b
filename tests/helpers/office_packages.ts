import { strToU8, zipSync, type Zippable } from 'fflate'

const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const OOXML = 'application/vnd.openxmlformats-officedocument'

/** Of each kind its usual main part, and the content types of that part without and with macros. */
export const OFFICE = {
  docx: {
    main: 'word/document.xml',
    type: `${OOXML}.wordprocessingml.document.main+xml`,
    macroType: 'application/vnd.ms-word.document.macroEnabled.main+xml',
  },
  xlsx: {
    main: 'xl/workbook.xml',
    type: `${OOXML}.spreadsheetml.sheet.main+xml`,
    macroType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
  },
  pptx: {
    main: 'ppt/presentation.xml',
    type: `${OOXML}.presentationml.presentation.main+xml`,
    macroType: 'application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml',
  },
} as const

export type Office = keyof typeof OFFICE

/** Of `main` as of nothing else, where nothing else is said. */
export interface OfficeParts {
  main: string
  type: string
  target?: string
  relationship?: string
  /** Attributes of the relationship. */
  mode?: string
  more?: Zippable
}

export function officeBytes(parts: OfficeParts): Buffer {
  const { main, type, target = main, relationship = TRANSITIONAL, mode = '', more } = parts
  const types = `<Types><Override PartName="/${main}" ContentType="${type}"/></Types>`
  const links = `<Relationships><Relationship Id="r1" Type="${relationship}/officeDocument" Target="${target}"${mode}/></Relationships>`
  const given = {
    '[Content_Types].xml': strToU8(types),
    '_rels/.rels': strToU8(links),
    [main]: strToU8('<main/>'),
    ...more,
  }
  return Buffer.from(zipSync(given))
}
