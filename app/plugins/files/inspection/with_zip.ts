import type { Entry, ZipFile } from 'yauzl'
import { FairTurns, inOwnTurn } from '#kernel/workers/main'
import type { PackageBounds } from './package_bounds.js'
import { entriesOf, openZip } from './zip_reading.js'

export interface OpenPackage {
  zip: ZipFile
  entries: readonly Entry[]
  bounds: PackageBounds
}

/** Each has megabytes in memory, and pieces to unpack in the few threads that also read files and hash passwords. */
const turns = new FairTurns({
  atOnce: 4,
  ofOne: 2,
  mostWaiting: 1_000,
  mostInLine: 500,
  busy: 'Too many packages wait to be looked into; try again in a moment',
})

/**
 * Looks into a package, in a turn of whoever acts: what the service does by itself, such as saves of the document server,
 * waits for nobody's uploads.
 *
 * @throws E_FILE_UNSAFE; E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait; why whoever asked is gone
 */
export function withZip<T>(
  path: string,
  bounds: PackageBounds,
  work: (open: OpenPackage) => Promise<T>
): Promise<T> {
  return inOwnTurn(turns, async () => {
    const zip = await openZip(path)
    try {
      return await work({ zip, entries: await entriesOf(zip, path, bounds), bounds })
    } finally {
      zip.close()
    }
  })
}
