import { say } from '#kernel/languages/main'
import { beyondBounds, unsound } from './unsound_zip.js'

const KB = 1024

/** Of a whole table of contents, where nothing else is said, and of a field of one part: beyond them a package is taken for a bomb. */
export const LARGEST_DIRECTORY = 4 * KB * KB
export const LARGEST_FIELD = 4 * KB

const SIGNATURE = 0x02014b50
const HEAD = 46
/** Where the lengths of name, extra fields and comment lie. */
const LENGTHS = [28, 30, 32]

const TOO_LARGE = say`has a table of contents that is too large`

/**
 * Measures a table of contents before anything is made of it. What the end of a package says of its size does not count:
 * parts are counted off as they will be read.
 *
 * @param bytes from where it begins; no more than is needed to see that it is too large
 * @param largest of all of it, in bytes
 * @throws UnsoundZip
 */
export function assertSlim(bytes: Buffer, parts: number, largest: number): void {
  let at = 0
  for (let part = 0; part < parts; part++) at = endOfPart(bytes, at, largest)
}

function endOfPart(bytes: Buffer, at: number, largest: number): number {
  if (at + HEAD > largest) beyondBounds(TOO_LARGE)
  if (at + HEAD > bytes.length || bytes.readUInt32LE(at) !== SIGNATURE) unsound(say`is damaged`)
  const lengths = LENGTHS.map((offset) => bytes.readUInt16LE(at + offset))
  const end = lengths.reduce((sum, length) => sum + length, at + HEAD)
  if (end > largest || Math.max(...lengths) > LARGEST_FIELD) beyondBounds(TOO_LARGE)
  return end
}
