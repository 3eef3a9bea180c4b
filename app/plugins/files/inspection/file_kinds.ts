import { supportedExtensions } from 'file-type'

/** What a file is, by its content. */
export interface FileKind {
  /** without a dot, in lower case */
  extension: string
  mimeType: string
}

export interface Office {
  /** In which a package has its parts. */
  folder: string
  kind: FileKind
  withMacros: FileKind
}

export const OFFICE: readonly Office[] = [
  office('word/', 'doc', 'wordprocessingml.document', 'ms-word.document'),
  office('xl/', 'xls', 'spreadsheetml.sheet', 'ms-excel.sheet'),
  office('ppt/', 'ppt', 'presentationml.presentation', 'ms-powerpoint.presentation'),
]

function office(folder: string, stem: string, type: string, macroType: string): Office {
  const mimeType = `application/vnd.openxmlformats-officedocument.${type}`
  const macroMimeType = `application/vnd.${macroType}.macroenabled.12`
  return {
    folder,
    kind: { extension: `${stem}x`, mimeType },
    withMacros: { extension: `${stem}m`, mimeType: macroMimeType },
  }
}

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
    COMPOUND.has(extension) ||
    TEXTS.has(extension) ||
    (supportedExtensions as ReadonlySet<string>).has(extension) ||
    extension === 'exe'
  )
}
