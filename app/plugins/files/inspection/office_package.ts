import type { Entry, ZipFile } from 'yauzl'
import { setImmediate } from 'node:timers/promises'
import { OFFICE_PARTS, type FileKind } from './file_kinds.js'
import type { PackageBounds } from './package_bounds.js'
import { refuseLarge } from './package_too_large.js'
import { contentOf } from './zip_reading.js'

const CONTENT_TYPES = '[Content_Types].xml'

/** So much of a list is looked through before others have their turn. */
const PIECE = 128 * 1024
const TAG = '<'.charCodeAt(0)

/**
 * Of parts, and among the content types that a package declares. What ends in `.12` is the type of a whole file that lies
 * embedded in it, a workbook behind a chart for instance, and of no part of its own.
 */
const MACRO_PART = /(^|\/)vbaProject\.bin$/i
const MACRO_TYPE = /macroEnabled(?!\.12["'])|vbaProject|macrosheet/i

/** However many zeros it begins with: each digit belongs to one part alone, so that none is tried twice. */
const CHARACTER_REFERENCE = /&#(?:x([\da-f]+)|(\d+));/gi

/**
 * What kind of office file it is: with macros it is another one, whatever it is called. `undefined` for none.
 *
 * @throws E_FILE_UNSAFE, as PackageTooLarge beyond the bounds
 */
export async function officeKindOf(
  zip: ZipFile,
  entries: readonly Entry[],
  bounds: PackageBounds
): Promise<FileKind | undefined> {
  const names = new Set(entries.map(({ fileName }) => fileName))
  const office = OFFICE_PARTS.find(({ part }) => names.has(part))
  if (!office || !names.has(CONTENT_TYPES)) return undefined
  return (await hasMacros(zip, entries, bounds)) ? office.withMacros : office.kind
}

async function hasMacros(
  zip: ZipFile,
  entries: readonly Entry[],
  { mostTypes }: PackageBounds
): Promise<boolean> {
  if (entries.some(({ fileName }) => MACRO_PART.test(fileName))) return true
  let left = mostTypes
  for (const entry of entries.filter(isContentTypes)) {
    left -= entry.uncompressedSize
    if (left < 0) refuseLarge('has a list of content types that is too long')
    if (await declaresMacros(await contentOf(zip, entry))) return true
  }
  return false
}

async function declaresMacros(types: Buffer): Promise<boolean> {
  for (const piece of piecesOf(types)) {
    if (MACRO_TYPE.test(readable(piece))) return true
    await setImmediate()
  }
  return false
}

/** Cut where tags begin: no type goes beyond its own. */
function* piecesOf(types: Buffer): Generator<Buffer> {
  for (let at = 0; at < types.length;) {
    const tag = types.indexOf(TAG, at + PIECE)
    const end = tag < 0 ? types.length : tag
    yield types.subarray(at, end)
    at = end
  }
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
