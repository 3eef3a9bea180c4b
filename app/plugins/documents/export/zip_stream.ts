import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  path: string
  modifiedAt: Date
  /** Leave it as it is, because it is packed already. */
  packed: boolean
  open(): Promise<Readable>
}

/**
 * A zip, written as it is read: one entry is open at a time. What fails on the way breaks the stream off, and a reader
 * that goes away closes the entry.
 */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { path, modifiedAt, packed, open } of entries) {
    const options = { mtime: modifiedAt, compress: !packed }
    zip.addReadStreamLazy(path, options, (give) => {
      open().then(
        (content) => give(null, bound(content, output)),
        (error: Error) => output.destroy(error)
      )
    })
  }
  zip.end()
  return output
}

/** Ends with the other, whichever is first; nothing of it is kept once it has ended. */
function bound(content: Readable, output: Readable): Readable {
  const end = () => void content.destroy()
  output.once('close', end)
  content.once('close', () => output.off('close', end))
  content.once('error', (error) => output.destroy(error))
  if (output.destroyed) content.destroy()
  return content
}
