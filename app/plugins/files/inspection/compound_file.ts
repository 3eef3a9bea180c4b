import { createReadStream } from 'node:fs'
import { firstBytes } from './first_bytes.js'

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const NAME = 'EncryptedPackage'

/** How the directory of a compound file lists that stream: its name, the length of that with the ending zero, its type. */
const ENTRY = Buffer.alloc(67)
ENTRY.write(NAME, 'utf16le')
ENTRY.writeUInt16LE(2 * (NAME.length + 1), 64)
ENTRY[66] = 2

/** Whether a file is an office package (.docx, .xlsx, .pptx) under a password: nothing of it can be seen without that. */
export async function isUnderPassword(path: string): Promise<boolean> {
  if (!(await firstBytes(path, MAGIC.length)).equals(MAGIC)) return false
  let before = Buffer.of()
  for await (const piece of createReadStream(path)) {
    const bytes = Buffer.concat([before, piece as Buffer])
    if (bytes.includes(ENTRY)) return true
    before = bytes.subarray(-ENTRY.length)
  }
  return false
}
