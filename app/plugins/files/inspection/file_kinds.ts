import { supportedExtensions } from 'file-type'

/** What a file is, by its content. */
export interface FileKind {
  /** without a dot, in lower case */
  extension: string
  mimeType: string
}

const OOXML = 'application/vnd.openxmlformats-officedocument'

/** By the content type of the main part, that of a template among them; with macros it is of another kind. */
export const OFFICE_KINDS: readonly { mainType: RegExp; kind: FileKind; withMacros: FileKind }[] = [
  {
    mainType:
      /^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml|ms-word)\..*main\+xml$/i,
    kind: { extension: 'docx', mimeType: `${OOXML}.wordprocessingml.document` },
    withMacros: macros('docm', 'ms-word.document'),
  },
  {
    mainType:
      /^application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml|ms-excel)\..*main\+xml$/i,
    kind: { extension: 'xlsx', mimeType: `${OOXML}.spreadsheetml.sheet` },
    withMacros: macros('xlsm', 'ms-excel.sheet'),
  },
  {
    mainType:
      /^application\/vnd\.(?:openxmlformats-officedocument\.presentationml|ms-powerpoint)\..*main\+xml$/i,
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
  Object.entries({ odt: 'text', ods: 'spreadsheet', odp: 'presentation' })
    .map(([extension, name]) => ({ extension, mimeType: `${OPEN_DOCUMENT}.${name}` }))
    .map((kind) => [kind.mimeType, kind])
)

export const ZIP: FileKind = { extension: 'zip', mimeType: 'application/zip' }
export const UNKNOWN: FileKind = { extension: 'bin', mimeType: 'application/octet-stream' }

/** An office package under a password: of which kind cannot be seen. */
export const UNDER_PASSWORD: FileKind = { extension: 'cfb', mimeType: 'application/encrypted' }

/** Old office formats share one container; within it the name must be believed. */
export const COMPOUND = kindsOf({
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
})

/** Text has no first bytes of its own, so within it, too, the name must be believed. */
export const TEXTS = kindsOf({
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  log: 'text/plain',
  html: 'text/html',
  svg: 'image/svg+xml',
  xml: 'application/xml',
})

function kindsOf(mimeTypes: Record<string, string>): ReadonlyMap<string, FileKind> {
  const kinds = Object.entries(mimeTypes).map(([extension, mimeType]) => ({ extension, mimeType }))
  return new Map(kinds.map((kind) => [kind.extension, kind]))
}

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
    OFFICE_KINDS.some(({ kind }) => kind.extension === extension) ||
    COMPOUND.has(extension) ||
    TEXTS.has(extension) ||
    (supportedExtensions as ReadonlySet<string>).has(extension) ||
    extension === 'exe'
  )
}
