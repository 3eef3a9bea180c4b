import { randomBytes } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'

const MB = 1024 * 1024

/** A document of 1 MB that is not like any other. */
export function megabyteDocx(): Buffer {
  const parts = {
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': strToU8('<w:document/>'),
    'word/media/image1.bin': new Uint8Array(randomBytes(MB)),
  }
  return Buffer.from(zipSync(parts, { level: 0 }))
}
