import { text } from 'node:stream/consumers'
import type { PackageBounds } from './package_bounds.js'
import { relatedPart } from './package_index.js'
import { withZip } from './with_zip.js'
import { streamOf, unlessDamaged } from './zip_reading.js'

/** Of the relationship to the properties: its namespace is spelt in several ways. */
const PROPERTIES = /\/relationships\/metadata\/core-properties$/

/** What is larger holds other things than properties. */
const MOST_BYTES = 64 * 1024

const MODIFIED = /<dcterms:modified[^<>]{0,200}>([^<]{1,64})</

/**
 * When a document of the office packages was changed last, as it says itself: milliseconds; `null` where it does not.
 *
 * @throws E_FILE_UNSAFE for a damaged one; as `withZip`
 */
export function packageModification(path: string, bounds: PackageBounds): Promise<number | null> {
  return withZip(path, bounds, async (open) => {
    const entry = await relatedPart(open, PROPERTIES)
    if (!entry || entry.uncompressedSize > MOST_BYTES) return null
    const xml = await unlessDamaged(streamOf(open.zip, entry).then(text))
    const moment = Date.parse(MODIFIED.exec(xml)?.[1]!.trim() ?? '')
    return Number.isNaN(moment) ? null : moment
  })
}
