import { Readable } from 'node:stream'
import { StorageUnavailable } from './storage_unavailable.js'

/**
 * What a storage sends, until it sends nothing for too long. Time passes only while somebody waits for it: whoever
 * reads slowly is not cut off here. Ended before anything of it was read, it ends the source all the same, whose
 * connection nobody else would get.
 *
 * @throws E_UNAVAILABLE
 */
export function unlessStalled(source: Readable, longestSilenceMs: number): Readable {
  const whole = Readable.from(pieces(source, longestSilenceMs), { objectMode: false })
  return whole.once('close', () => source.destroy())
}

async function* pieces(source: Readable, longestSilenceMs: number): AsyncGenerator<Buffer> {
  const stalled = () => source.destroy(new StorageUnavailable(silence()))
  const silence = () => new Error(`nothing came for ${longestSilenceMs} ms`)
  let timer = setTimeout(stalled, longestSilenceMs)
  try {
    for await (const piece of source) {
      clearTimeout(timer)
      yield piece
      timer = setTimeout(stalled, longestSilenceMs)
    }
  } finally {
    clearTimeout(timer)
  }
}
