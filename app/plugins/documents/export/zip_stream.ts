import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  path: string
  modifiedAt: Date
  /** The content is compressed already. */
  packed: boolean
  open(): Promise<Readable>
}

/** A zip that is written while it is read, one open entry at a time. An error of an entry destroys it. */
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

/** Closes the entry when the reader of the zip goes away. */
function bound(content: Readable, output: Readable): Readable {
  const end = () => void content.destroy()
  output.once('close', end)
  content.once('close', () => output.off('close', end))
  content.once('error', (error) => output.destroy(error))
  if (output.destroyed) content.destroy()
  return content
}
