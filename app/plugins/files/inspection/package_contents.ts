import { createHash } from 'node:crypto'
import type { PackageBounds } from './package_bounds.js'
import { eachPart } from './package_parts.js'

/** Where office packages keep their properties; what is larger holds other things. */
const PROPERTIES = 'docProps/core.xml'
const MOST_BYTES = 64 * 1024
const MODIFIED = /<dcterms:modified[^<>]{0,200}>([^<]{1,64})</

export interface PackageContents {
  /** SHA-256 in hex over names and unpacked contents; when and how it was packed does not change it. */
  digest: string
  /** When the document was changed last, as it says itself, in milliseconds; `null` where it does not. */
  modifiedAt: number | null
}

/** @throws E_FILE_UNSAFE for a damaged one; as `eachPart` */
export async function packageContents(
  path: string,
  bounds: PackageBounds
): Promise<PackageContents> {
  const lines: string[] = []
  let modifiedAt: number | null = null
  await eachPart(path, bounds, async ({ fileName, uncompressedSize }, open) => {
    const hash = createHash('sha256')
    const isRead = fileName === PROPERTIES && uncompressedSize <= MOST_BYTES
    const pieces: Buffer[] = []
    for await (const piece of fileName.endsWith('/') ? [] : await open()) {
      hash.update(piece)
      if (isRead) pieces.push(piece)
    }
    if (isRead) modifiedAt = momentIn(Buffer.concat(pieces).toString())
    lines.push(`${fileName}\0${hash.digest('hex')}\n`)
  })
  const digest = createHash('sha256').update(lines.sort().join('')).digest('hex')
  return { digest, modifiedAt }
}

function momentIn(xml: string): number | null {
  const moment = Date.parse(MODIFIED.exec(xml)?.[1]!.trim() ?? '')
  return Number.isNaN(moment) ? null : moment
}
