import type { Entry, ZipFile } from 'yauzl'
import { KeyedSemaphore } from '#kernel/workers/main'
import type { PackageBounds } from './package_bounds.js'
import { entriesOf, openZip } from './zip_reading.js'

export interface OpenPackage {
  zip: ZipFile
  entries: readonly Entry[]
  bounds: PackageBounds
}

/** Each has megabytes in memory, and pieces to unpack in the few threads that also read files and hash passwords. */
const inspections = new KeyedSemaphore({
  limit: 4,
  limitPerKey: 2,
  maxQueue: 1_000,
  maxQueuePerKey: 500,
  busyMessage: 'Too many packages wait to be looked into; try again in a moment',
})

/**
 * Opens a package for inspection. A few are open at the same time, and callers are served round robin.
 *
 * @throws E_FILE_UNSAFE; E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait; the reason of the caller's signal
 */
export function withZip<T>(
  path: string,
  bounds: PackageBounds,
  work: (open: OpenPackage) => Promise<T>
): Promise<T> {
  return inspections.runForCaller(async () => {
    const zip = await openZip(path)
    try {
      return await work({ zip, entries: await entriesOf(zip, path, bounds), bounds })
    } finally {
      zip.close()
    }
  })
}
