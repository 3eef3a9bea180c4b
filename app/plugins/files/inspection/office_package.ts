import { posix } from 'node:path'
import type { Entry } from 'yauzl'
import { OFFICE_KINDS, type FileKind } from './file_kinds.js'
import { isCalled, readIndex, relatedPart } from './package_index.js'
import type { OpenPackage } from './with_zip.js'

const CONTENT_TYPES = '[Content_Types].xml'

/** Of the relationship to the main part, in transitional and in strict packages. */
const MAIN_PART =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/officeDocument$/

/**
 * Of parts, and among the content types that a package declares. What ends in `.12` is the type of a whole file that lies
 * embedded in it, a workbook behind a chart for instance, and of no part of its own.
 */
const MACRO_PART = /(^|\/)vbaProject\.bin$/i
const MACRO_TYPE = /macroEnabled(?!\.12$)|vbaProject|macrosheet/i

interface DeclaredTypes {
  main: string
  hasMacros: boolean
}

/**
 * What kind of office file it is, by the content type of its main part: with macros it is another one, whatever it is called.
 * `undefined` for none.
 *
 * @throws E_FILE_UNSAFE, as PackageTooLarge beyond the bounds
 */
export async function officeKindOf(open: OpenPackage): Promise<FileKind | undefined> {
  if (!open.entries.some((entry) => isCalled(entry, CONTENT_TYPES))) return undefined
  const part = await relatedPart(open, MAIN_PART)
  if (!part) return undefined
  const { main, hasMacros } = await declaredTypes(open, part)
  const office = OFFICE_KINDS.find(({ mainType }) => mainType.test(main))
  return hasMacros ? office?.withMacros : office?.kind
}

async function declaredTypes(open: OpenPackage, { fileName }: Entry): Promise<DeclaredTypes> {
  const part = `/${fileName}`.toLowerCase()
  const extension = posix.extname(part).slice(1)
  let ofPart: string | undefined
  let ofExtension: string | undefined
  let hasMacros = open.entries.some((entry) => MACRO_PART.test(entry.fileName))
  await readIndex(open, CONTENT_TYPES, (_name, { PartName, Extension, ContentType = '' }) => {
    hasMacros ||= MACRO_TYPE.test(ContentType)
    if (PartName?.toLowerCase() === part) ofPart ??= ContentType
    if (Extension?.toLowerCase() === extension) ofExtension ??= ContentType
  })
  return { main: ofPart ?? ofExtension ?? '', hasMacros }
}
