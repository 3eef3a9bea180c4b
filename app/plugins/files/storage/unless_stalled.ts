import { Readable } from 'node:stream'
import { StorageUnavailable } from './storage_unavailable.js'

/**
 * Passes on what a storage sends, and fails when nothing comes for too long while somebody waits for it: a slow reader
 * is not cut off. Destroyed before it is read, it destroys the source as well, or its connection would stay open.
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
