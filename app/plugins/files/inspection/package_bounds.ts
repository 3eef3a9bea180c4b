import { LARGEST_DIRECTORY } from '#kernel/zip/main'

const KB = 1024
const MB = KB * KB

/** As far as a package is looked into. */
export interface PackageBounds {
  /** Bytes of all parts together, unpacked. */
  mostUnpacked: number
  /** How many times larger it may become, once it becomes large at all. */
  highestRatio: number
  mostParts: number
  /** Bytes of its table of contents. */
  largestDirectory: number
  /** Bytes of its list of content types, and of that of relationships: XML, which unpacks well. */
  largestIndex: number
}

/** Of what anybody brings: beyond these a package is taken for a bomb. */
export const UPLOADED: PackageBounds = Object.freeze({
  mostUnpacked: 512 * MB,
  highestRatio: 150,
  mostParts: 20_000,
  largestDirectory: LARGEST_DIRECTORY,
  largestIndex: MB,
})

/**
 * Of what is written by a server that is trusted, and may well unpack to a hundred times its size. What is read of it as a
 * whole grows with the limit, so that to raise that one helps, whichever of them is met.
 *
 * @param mostUnpacked bytes; less than of what anybody brings counts as that
 */
export function trustedBounds(mostUnpacked: number): PackageBounds {
  return {
    mostUnpacked: Math.max(UPLOADED.mostUnpacked, mostUnpacked),
    highestRatio: Infinity,
    mostParts: Math.max(UPLOADED.mostParts, Math.floor(mostUnpacked / (128 * KB))),
    largestDirectory: Math.max(UPLOADED.largestDirectory, Math.floor(mostUnpacked / 512)),
    largestIndex: Math.max(UPLOADED.largestIndex, Math.floor(mostUnpacked / 1024)),
  }
}
