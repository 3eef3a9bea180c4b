import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry, type ZipFile, type ZipFileOptions } from 'yauzl'
import { BeyondBounds, UnsoundZip, partsOf, ZIP_OPTIONS } from '#kernel/zip/main'
import { E_FILE_UNSAFE } from '../errors.js'
import type { PackageBounds } from './package_bounds.js'
import { refuseLarge } from './package_too_large.js'

/** @throws E_FILE_UNSAFE for one that is damaged; the caller closes it */
export function openZip(path: string): Promise<ZipFile> {
  return unlessDamaged(
    new Promise<ZipFile>((resolve, reject) => {
      yauzl.open(path, ZIP_OPTIONS, (error, zip) => (error ? reject(error) : resolve(zip)))
    })
  )
}

/**
 * @param path of the same package
 * @throws E_FILE_UNSAFE, as PackageTooLarge beyond the bounds
 */
export function entriesOf(zip: ZipFile, path: string, bounds: PackageBounds): Promise<Entry[]> {
  const { mostParts, largestDirectory } = bounds
  const read = (start: number, length: number) => bytesOf(path, start, length)
  return unlessDamaged(partsOf(zip, { mostParts, largestDirectory, read }))
}

async function bytesOf(path: string, start: number, length: number): Promise<Buffer> {
  await using file = await open(path)
  const { size } = await file.stat()
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)))
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
  return bytes.subarray(0, bytesRead)
}

/** @throws E_FILE_UNSAFE; the stream fails where an entry unpacks to another size than it declares */
export function streamOf(
  zip: ZipFile,
  entry: Entry,
  options: Partial<ZipFileOptions> = {}
): Promise<NodeJS.ReadableStream> {
  return unlessDamaged(
    new Promise((resolve, reject) => {
      zip.openReadStream(entry, options as ZipFileOptions, (error, stream) =>
        error ? reject(error) : resolve(stream)
      )
    })
  )
}

/** The same as it lies there, packed or not. @throws E_FILE_UNSAFE */
export function packedStreamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return streamOf(zip, entry, { decodeFileData: false } as object)
}

/** @throws E_FILE_UNSAFE; the caller sees to it that it is not too large */
export async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return unlessDamaged(buffer(await streamOf(zip, entry)))
}

export async function unlessDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BeyondBounds) refuseLarge(error.message)
    if (error instanceof UnsoundZip) refuse(error.message)
    throw new E_FILE_UNSAFE('The file is damaged: it cannot be unpacked', { cause: error })
  }
}

export function refuse(reason: string): never {
  throw new E_FILE_UNSAFE(`The file ${reason}`)
}
