import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'

const NUL = '\0'

/**
 * Whether a whole file is text: valid UTF-8, or UTF-16 where its mark says so, and no NUL. What its first letters are in
 * other formats does not count: a text may begin with any of them.
 */
export async function isTextFile(path: string): Promise<boolean> {
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of createReadStream(path)) {
      decoder ??= decoderFor(chunk as Buffer)
      if (decoder.decode(chunk as Buffer, { stream: true }).includes(NUL)) return false
    }
    decoder?.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function decoderFor([first, second]: Buffer): TextDecoder {
  const fatal = { fatal: true }
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', fatal)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', fatal)
  return new TextDecoder('utf-8', fatal)
}
