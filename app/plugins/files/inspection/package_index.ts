import { posix } from 'node:path'
import sax from 'sax'
import type { Entry } from 'yauzl'
import { unsound } from '#kernel/zip/main'
import { refuseLarge } from './package_too_large.js'
import { decoderFor } from './text_file.js'
import type { OpenPackage } from './with_zip.js'
import { streamOf, unlessDamaged } from './zip_reading.js'

type OnElement = (name: string, attributes: Readonly<Partial<Record<string, string>>>) => void

/** Office programs compare names of parts without regard to case. */
export function isCalled({ fileName }: Entry, name: string): boolean {
  return fileName.toLowerCase() === name.toLowerCase()
}

/**
 * The part that a relationship of the whole package leads to; `undefined` where there is none, or it leads out of the package.
 *
 * @throws E_FILE_UNSAFE, as PackageTooLarge beyond the bounds
 */
export async function relatedPart(open: OpenPackage, type: RegExp): Promise<Entry | undefined> {
  const targets = new Set<string>()
  await readIndex(open, '_rels/.rels', (name, { Type = '', Target = '', TargetMode }) => {
    if (name !== 'Relationship' || TargetMode === 'External' || !type.test(Type)) return
    targets.add(posix.join(Target.replace(/^\//, '')).toLowerCase())
  })
  return open.entries.find(({ fileName }) => targets.has(fileName.toLowerCase()))
}

/**
 * Reads the elements of an index of a package. One that is there twice, in different case, is read twice, since programs differ
 * in which one they read.
 *
 * @throws E_FILE_UNSAFE, as PackageTooLarge beyond the bounds
 */
export async function readIndex(
  { zip, entries, bounds }: OpenPackage,
  name: string,
  onElement: OnElement
): Promise<void> {
  let left = bounds.largestIndex
  for (const entry of entries.filter((one) => isCalled(one, name))) {
    left -= entry.uncompressedSize
    if (left < 0) refuseLarge('has a list of content types or relationships that is too long')
    await unlessDamaged(streamOf(zip, entry).then((xml) => readXml(xml, onElement)))
  }
}

async function readXml(xml: NodeJS.ReadableStream, onElement: OnElement): Promise<void> {
  const parser = parserFor(onElement)
  let decoder: ReturnType<typeof decoderFor> | undefined
  for await (const piece of xml) {
    decoder ??= decoderFor(piece as Buffer)
    parser.write(decoder.decode(piece as Buffer, { stream: true }))
  }
  parser.close()
}

/** The standard of packages allows no document type, and so no entities. */
function parserFor(onElement: OnElement): sax.SAXParser {
  const parser = sax.parser(true, { position: false })
  parser.ondoctype = () => unsound('is damaged: a list of its parts has a document type')
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) =>
    onElement(name.slice(name.indexOf(':') + 1), attributes as Record<string, string>)
  return parser
}
