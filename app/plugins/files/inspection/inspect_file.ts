import { fileTypeFromBuffer } from 'file-type'
import { E_FILE_TYPE } from '../errors.js'
import { isUnderPassword } from './compound_file.js'
import {
  canonical,
  COMPOUND,
  isRecognisable,
  TEXTS,
  UNDER_PASSWORD,
  UNKNOWN,
  type FileKind,
} from './file_kinds.js'
import { firstBytes } from './first_bytes.js'
import { UPLOADED, type PackageBounds } from './package_bounds.js'
import { extensionOf } from './safe_name.js'
import { isPlainText, isTextFile } from './text_file.js'
import { inspectZip } from './zip_inspection.js'

const SAMPLE = 4100
const ZIP_MAGIC = Buffer.from('PK\u0003\u0004')

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
  size: number,
  name: string,
  bounds = UPLOADED
): Promise<FileKind> {
  const claimed = canonical(extensionOf(name))
  const text = TEXTS.get(claimed)
  if (text && (await isTextFile(path))) return text
  const kind = text
    ? await kindOfNoText(path, size, bounds)
    : await kindOf(path, size, claimed, bounds)
  if (claimed === '' || claimed === kind.extension || !isRecognisable(claimed)) return kind
  if (kind === UNDER_PASSWORD)
    throw new E_FILE_TYPE('The file is under a password; take that off in an office program first')
  throw new E_FILE_TYPE(`The file is named .${claimed} but its content is ${describe(kind)}`)
}

/** The beginning may look like text. */
async function kindOfNoText(path: string, size: number, bounds: PackageBounds): Promise<FileKind> {
  const kind = await kindOf(path, size, '', bounds)
  return TEXTS.has(kind.extension) ? UNKNOWN : kind
}

async function kindOf(
  path: string,
  size: number,
  claimed: string,
  bounds: PackageBounds
): Promise<FileKind> {
  const sample = await firstBytes(path, SAMPLE)
  if (sample.subarray(0, 4).equals(ZIP_MAGIC)) return inspectZip(path, size, bounds)

  const found = await fileTypeFromBuffer(sample)
  if (found?.ext === 'cfb' && (await isUnderPassword(path))) return UNDER_PASSWORD
  if (found?.ext === 'cfb')
    return COMPOUND.get(claimed) ?? { extension: 'cfb', mimeType: found.mime }
  if (found && !TEXTS.has(found.ext))
    return { extension: canonical(found.ext), mimeType: found.mime }
  return isPlainText(sample) ? TEXTS.get('txt')! : UNKNOWN
}

/** A text may be empty; of anything else there is nothing then. */
export function mayBeEmpty(name: string): boolean {
  return TEXTS.has(canonical(extensionOf(name)))
}

function describe({ extension, mimeType }: FileKind): string {
  return extension === UNKNOWN.extension ? 'something else' : `${extension} (${mimeType})`
}
