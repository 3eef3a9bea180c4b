const KB = 1024
const MB = KB * KB

/** How far a package is looked into. */
export interface PackageBounds {
  /** Bytes of all parts together, unpacked. */
  mostUnpacked: number
  /** How many times larger it may become, beyond 64 MB. */
  highestRatio: number
  mostParts: number
  /** Bytes of its table of contents. */
  largestDirectory: number
  /** Whether its parts are believed to be as large as they say, and are not unpacked to see that. */
  isTrusted: boolean
}

/** For what anybody uploads. */
export const UPLOADED: PackageBounds = Object.freeze({
  mostUnpacked: 512 * MB,
  highestRatio: 150,
  mostParts: 20_000,
  largestDirectory: 4 * MB,
  isTrusted: false,
})

/**
 * For what a trusted server writes, which may well unpack to a hundred times its size. The other bounds grow with the limit.
 *
 * @param mostUnpacked bytes; at least as many as of an upload
 */
export function trustedBounds(mostUnpacked: number): PackageBounds {
  return {
    mostUnpacked: Math.max(UPLOADED.mostUnpacked, mostUnpacked),
    highestRatio: Infinity,
    mostParts: Math.max(UPLOADED.mostParts, Math.floor(mostUnpacked / (128 * KB))),
    largestDirectory: Math.max(UPLOADED.largestDirectory, Math.floor(mostUnpacked / 512)),
    isTrusted: true,
  }
}
