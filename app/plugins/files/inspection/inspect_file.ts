import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import { type Said, say } from '#kernel/languages/main'
import { E_FILE_TYPE } from '../errors.js'
import { isUnderPassword } from './compound_file.js'
import {
  canonical,
  COMPOUND,
  isRecognisable,
  OFFICE,
  TEXTS,
  UNDER_PASSWORD,
  UNKNOWN,
  ZIP,
  type FileKind,
} from './file_kinds.js'
import { firstBytes } from './first_bytes.js'
import { UPLOADED, type PackageBounds } from './package_bounds.js'
import { eachPart } from './package_parts.js'
import { extensionOf } from './safe_name.js'
import { isPlainText, isTextFile } from './text_file.js'

const SAMPLE = 4100
const ZIP_MAGIC = Buffer.from('PK\u0003\u0004')
/** The method of a part in a package that is not compressed. */
const STORED = 0
const MACROS = /(^|\/)vbaProject\.bin$/i

/**
 * What a file is, by its bytes; the name counts only where bytes cannot tell: what is named text and is text is that text,
 * however it begins.
 *
 * @param bounds within which a package is looked into
 * @throws E_FILE_TYPE when the bytes are another thing than the name says, E_FILE_UNSAFE for a damaged package; as
 * PackageTooLarge for one beyond the bounds; E_TOO_MANY_REQUESTS, or Overloaded (503), while too many packages wait
 */
export async function inspectFile(
  path: string,
  name: string,
  bounds: PackageBounds = UPLOADED
): Promise<FileKind> {
  const claimed = canonical(extensionOf(name))
  const text = TEXTS.get(claimed)
  if (text && (await isTextFile(path))) return text
  const kind = await kindOf(path, claimed, bounds)
  if (claimed === '' || claimed === kind.extension || !isRecognisable(claimed)) return kind
  if (kind === UNDER_PASSWORD)
    throw new E_FILE_TYPE('The file is under a password; take that off in an office program first')
  throw new E_FILE_TYPE(say`The file is named .${claimed} but its content is ${describe(kind)}`)
}

async function kindOf(path: string, claimed: string, bounds: PackageBounds): Promise<FileKind> {
  const sample = await firstBytes(path, SAMPLE)
  if (sample.subarray(0, 4).equals(ZIP_MAGIC)) return kindOfPackage(path, claimed, bounds)

  const found = await fileTypeFromFile(path)
  if (found?.ext === 'cfb' && (await isUnderPassword(path))) return UNDER_PASSWORD
  if (found?.ext === 'cfb')
    return COMPOUND.get(claimed) ?? { extension: 'cfb', mimeType: found.mime }
  if (found && !TEXTS.has(found.ext))
    return { extension: canonical(found.ext), mimeType: found.mime }
  // What is named text was looked at as a whole; its beginning says nothing more.
  return !TEXTS.has(claimed) && isPlainText(sample) ? TEXTS.get('txt')! : UNKNOWN
}

/** By the folder of its parts where the list of their types cannot be read: it is long, late, or in UTF-16. */
async function kindOfPackage(
  path: string,
  claimed: string,
  bounds: PackageBounds
): Promise<FileKind> {
  const { folder, hasMacros } = await partsOf(path, bounds)
  const found = await fileTypeFromFile(path)
  const isOther = found !== undefined && found.ext !== 'zip'
  const office = OFFICE.find((one) =>
    isOther ? one.kind.extension === found.ext : one.folder === folder
  )
  if (office) return hasMacros ? office.withMacros : office.kind
  // A .jar or an .epub is a .zip as well.
  return isOther && claimed !== 'zip' ? { extension: found.ext, mimeType: found.mime } : ZIP
}

/** Parts of an untrusted package are unpacked, to see that none is larger than it says. Parts that are not compressed cannot be. */
async function partsOf(path: string, bounds: PackageBounds) {
  let [isOffice, hasMacros] = [false, false]
  let folder: string | undefined
  await eachPart(path, bounds, async ({ fileName, compressionMethod }, open) => {
    isOffice ||= fileName === '[Content_Types].xml'
    hasMacros ||= MACROS.test(fileName)
    folder ??= OFFICE.find((one) => fileName.startsWith(one.folder))?.folder
    if (!bounds.isTrusted && compressionMethod !== STORED) await pipeline(await open(), nowhere())
  })
  return { folder: isOffice ? folder : undefined, hasMacros }
}

function nowhere(): Writable {
  return new Writable({ write: (_piece, _encoding, done) => done() })
}

/** A text may be empty; of anything else there is nothing then. */
export function mayBeEmpty(name: string): boolean {
  return TEXTS.has(canonical(extensionOf(name)))
}

function describe({ extension, mimeType }: FileKind): Said {
  return extension === UNKNOWN.extension ? say`something else` : `${extension} (${mimeType})`
}
