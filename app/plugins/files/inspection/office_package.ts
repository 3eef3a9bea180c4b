import type { Entry, ZipFile } from 'yauzl'
import { OFFICE_PARTS, type FileKind } from './file_kinds.js'
import { contentOf, refuse } from './zip_reading.js'

const CONTENT_TYPES = '[Content_Types].xml'
const MOST_TYPES = 1024 * 1024

/** Of parts, and among the content types that a package declares. */
const MACRO_PART = /(^|\/)vbaProject\.bin$/i
const MACRO_TYPE = /macroEnabled|vbaProject|macrosheet/i

/** However many zeros it begins with: each digit belongs to one part alone, so that none is tried twice. */
const CHARACTER_REFERENCE = /&#(?:x([\da-f]+)|(\d+));/gi

/**
 * What kind of office file it is: with macros it is another one, whatever it is called. `undefined` for none.
 *
 * @throws E_FILE_UNSAFE
 */
export async function officeKindOf(
  zip: ZipFile,
  entries: readonly Entry[]
): Promise<FileKind | undefined> {
  const names = new Set(entries.map(({ fileName }) => fileName))
  const office = OFFICE_PARTS.find(({ part }) => names.has(part))
  if (!office || !names.has(CONTENT_TYPES)) return undefined
  return (await hasMacros(zip, entries)) ? office.withMacros : office.kind
}

async function hasMacros(zip: ZipFile, entries: readonly Entry[]): Promise<boolean> {
  if (entries.some(({ fileName }) => MACRO_PART.test(fileName))) return true
  let left = MOST_TYPES
  for (const entry of entries.filter(isContentTypes)) {
    left -= entry.uncompressedSize
    if (left < 0) refuse('has a list of content types that is too long')
    if (MACRO_TYPE.test(readable(await contentOf(zip, entry)))) return true
  }
  return false
}

/** Office programs tell names of parts by their letters, not by their case. */
function isContentTypes({ fileName }: Entry): boolean {
  return fileName.toLowerCase() === CONTENT_TYPES.toLowerCase()
}

/** In UTF-16 what is looked for is the same with zeros between. */
function readable(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replaceAll(CHARACTER_REFERENCE, (_reference, hex?: string, decimal?: string) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal))
    )
}
