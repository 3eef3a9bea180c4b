import type DocumentVersion from '../models/document_version.js'

type Content = Pick<DocumentVersion, 'sha256' | 'contentDigest'>

/** Whenever it was packed. */
export function hasContentOf(one: Partial<Content>, other: Content): boolean {
  if (one.sha256 === other.sha256) return true
  return one.contentDigest !== null && one.contentDigest === other.contentDigest
}
