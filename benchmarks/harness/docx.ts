import { randomBytes } from 'node:crypto'
import { wordBytes } from '#tests/helpers/packages'

const MB = 1024 * 1024

/** A document of 1 MB that is not like any other. */
export function megabyteDocx(): Buffer {
  const image = new Uint8Array(randomBytes(MB))
  return wordBytes('', { 'word/media/image1.bin': [image, { level: 0 }] })
}
