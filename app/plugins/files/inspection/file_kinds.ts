import { supportedExtensions } from 'file-type'

/** What a file is, by its content. */
export interface FileKind {
  /** without a dot, in lower case */
  extension: string
  mimeType: string
}

const OOXML = 'application/vnd.openxmlformats-officedocument'

/** By the part that only this kind of package has; with macros it is of another kind. */
export const OFFICE_PARTS: readonly { part: string; kind: FileKind; withMacros: FileKind }[] = [
  {
    part: 'word/document.xml',
    kind: { extension: 'docx', mimeType: `${OOXML}.wordprocessingml.document` },
    withMacros: macros('docm', 'ms-word.document'),
  },
  {
    part: 'xl/workbook.xml',
    kind: { extension: 'xlsx', mimeType: `${OOXML}.spreadsheetml.sheet` },
    withMacros: macros('xlsm', 'ms-excel.sheet'),
  },
  {
    part: 'ppt/presentation.xml',
    kind: { extension: 'pptx', mimeType: `${OOXML}.presentationml.presentation` },
    withMacros: macros('pptm', 'ms-powerpoint.presentation'),
  },
]

function macros(extension: string, name: string): FileKind {
  return { extension, mimeType: `application/vnd.${name}.macroEnabled.12` }
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

/** By the content of the entry `mimetype`. */
export const OPEN_DOCUMENTS = new Map<string, FileKind>(
  (
    [
      ['odt', 'text'],
      ['ods', 'spreadsheet'],
      ['odp', 'presentation'],
    ] as const
  ).map(([extension, name]) => [
    `${OPEN_DOCUMENT}.${name}`,
    { extension, mimeType: `${OPEN_DOCUMENT}.${name}` },
  ])
)

export const ZIP: FileKind = { extension: 'zip', mimeType: 'application/zip' }
export const UNKNOWN: FileKind = { extension: 'bin', mimeType: 'application/octet-stream' }

/** An office package under a password: of which kind cannot be seen. */
export const UNDER_PASSWORD: FileKind = { extension: 'cfb', mimeType: 'application/encrypted' }

/** Old office formats share one container; within it the name must be believed. */
export const COMPOUND = new Map<string, FileKind>([
  ['doc', { extension: 'doc', mimeType: 'application/msword' }],
  ['xls', { extension: 'xls', mimeType: 'application/vnd.ms-excel' }],
  ['ppt', { extension: 'ppt', mimeType: 'application/vnd.ms-powerpoint' }],
  ['msg', { extension: 'msg', mimeType: 'application/vnd.ms-outlook' }],
])

/** Text has no first bytes of its own, so within it, too, the name must be believed. */
export const TEXTS = new Map<string, FileKind>([
  ['txt', { extension: 'txt', mimeType: 'text/plain' }],
  ['csv', { extension: 'csv', mimeType: 'text/csv' }],
  ['md', { extension: 'md', mimeType: 'text/markdown' }],
  ['json', { extension: 'json', mimeType: 'application/json' }],
  ['log', { extension: 'log', mimeType: 'text/plain' }],
  ['html', { extension: 'html', mimeType: 'text/html' }],
  ['svg', { extension: 'svg', mimeType: 'image/svg+xml' }],
  ['xml', { extension: 'xml', mimeType: 'application/xml' }],
])

const ALIASES = new Map([
  ['jpeg', 'jpg'],
  ['jpe', 'jpg'],
  ['tiff', 'tif'],
  ['htm', 'html'],
  ['mpeg', 'mpg'],
  ['midi', 'mid'],
  ['aif', 'aiff'],
])

/** Of an extension in any spelling, the one that is used here. */
export function canonical(extension: string): string {
  const lower = extension.toLowerCase()
  return ALIASES.get(lower) ?? lower
}

/** Whether contents can be told to be, or not to be, what the extension says. */
export function isRecognisable(extension: string): boolean {
  return (
    OFFICE_PARTS.some(({ kind }) => kind.extension === extension) ||
    COMPOUND.has(extension) ||
    TEXTS.has(extension) ||
    (supportedExtensions as ReadonlySet<string>).has(extension) ||
    extension === 'exe'
  )
}
