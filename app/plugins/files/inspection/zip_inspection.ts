import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry } from 'yauzl'
import { OPEN_DOCUMENTS, ZIP, type FileKind } from './file_kinds.js'
import { officeKindOf } from './office_package.js'
import type { PackageBounds } from './package_bounds.js'
import { refuseLarge } from './package_too_large.js'
import { withZip, type OpenPackage } from './with_zip.js'
import { contentOf, refuse, streamOf, unlessDamaged } from './zip_reading.js'

const MB = 1024 * 1024

/** Up to this it may become however many times larger. */
const UNSUSPICIOUS = 64 * MB

/** So much is unpacked, and thrown away, to see whether entries are as large as they say. */
const UNPACKED_TO_CHECK = 4 * MB

/** Of them those that could hide most; the others are too small to harm. */
const MOST_CHECKED = 100
const HIGHEST_DEFLATE_RATIO = 1032
const STORED = 0

/**
 * What kind of package a zip is, found without unpacking more than a bound.
 *
 * @throws E_FILE_UNSAFE for one that is damaged, lies about itself or would grow out of all proportion; as PackageTooLarge
 * beyond the bounds; as `withZip`
 */
export function inspectZip(path: string, size: number, bounds: PackageBounds): Promise<FileKind> {
  return withZip(path, bounds, async (open) => {
    assertProportionate(open, size)
    const kind = await kindOf(open)
    await assertTruthful(open)
    return kind
  })
}

function assertProportionate({ entries, bounds }: OpenPackage, size: number): void {
  const { mostUnpacked, highestRatio } = bounds
  const unpacked = sum(entries.map((entry) => entry.uncompressedSize))
  const packed = sum(entries.map((entry) => entry.compressedSize))
  if (packed > size) refuse('has parts that lie over each other')
  if (unpacked > mostUnpacked) refuseLarge('would be too large when unpacked')
  if (unpacked > UNSUSPICIOUS && unpacked > size * highestRatio)
    refuseLarge('would grow out of all proportion')
}

async function kindOf(open: OpenPackage): Promise<FileKind> {
  const office = await officeKindOf(open)
  if (office) return office

  const declared = open.entries.findLast(({ fileName }) => fileName === 'mimetype')
  if (!declared || declared.uncompressedSize > 100) return ZIP
  return OPEN_DOCUMENTS.get((await contentOf(open.zip, declared)).toString()) ?? ZIP
}

/** The library stops an entry that unpacks to another size than it declares. */
async function assertTruthful({ zip, entries }: OpenPackage): Promise<void> {
  let left = UNPACKED_TO_CHECK
  const packed = entries.filter(({ compressionMethod }) => compressionMethod !== STORED)
  const first = packed.sort((a, b) => hidden(b) - hidden(a)).slice(0, MOST_CHECKED)
  for (const entry of first) {
    if (entry.uncompressedSize > left) continue
    left -= entry.uncompressedSize
    await unlessDamaged(pipeline(await streamOf(zip, entry), nowhere()))
  }
}

/** How much more an entry could unpack to than it declares. */
function hidden({ compressedSize, uncompressedSize }: Entry): number {
  return compressedSize * HIGHEST_DEFLATE_RATIO - uncompressedSize
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
