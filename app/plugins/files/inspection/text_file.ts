import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { fileTypeFromBuffer } from 'file-type'
import { TEXTS } from './file_kinds.js'
import { firstBytes } from './first_bytes.js'

const NUL = '\0'
const SAMPLE = 4100

/** All but tabs, ends of lines, pages and files, and what switches the character set: no encoding of text has the others. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\0-\u0008\u000e-\u0019\u001c-\u001f]/

/** Found by two bytes, with which a text of an older encoding may begin as well. */
const FOUND_BY_TWO_BYTES = new Set(['mp1', 'mp2', 'mp3', 'aac', 'cpio', 'arj'])

/**
 * Whether a whole file is text. In UTF-8, or UTF-16 where its mark says so, it may begin as other formats do. Which of the other
 * encodings it is in cannot be told, so it is text unless it is known as another format or has control characters.
 */
export async function isTextFile(path: string): Promise<boolean> {
  const start = await firstBytes(path, SAMPLE)
  if (await isDecodable(path, decoderFor(start))) return true
  return !isMarkedUtf16(start) && !(await isOtherFormat(start)) && !(await hasControls(path))
}

/** As the mark says; UTF-8 where there is none. */
function decoderFor(start: Buffer): TextDecoder {
  if (!isMarkedUtf16(start)) return new TextDecoder('utf-8', { fatal: true })
  return new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true })
}

/** Whether the beginning of a file is UTF-8 without control characters; a character may be cut off at its end. */
export function isPlainText(sample: Buffer): boolean {
  if (CONTROLS.test(sample.toString('latin1'))) return false
  try {
    decoderFor(Buffer.of()).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

function isMarkedUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

async function isDecodable(path: string, decoder: TextDecoder): Promise<boolean> {
  try {
    for await (const chunk of createReadStream(path))
      if (decoder.decode(chunk as Buffer, { stream: true }).includes(NUL)) return false
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** What formats that begin with letters have after them are control characters. */
async function isOtherFormat(start: Buffer): Promise<boolean> {
  if (/^[a-z\d]/i.test(start.toString('latin1', 0, 1))) return false
  const found = await fileTypeFromBuffer(start)
  return found !== undefined && !TEXTS.has(found.ext) && !FOUND_BY_TWO_BYTES.has(found.ext)
}

async function hasControls(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, 'latin1'))
    if (CONTROLS.test(chunk as string)) return true
  return false
}
