import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { E_RANGE } from '../errors.js'
import { type FileStore } from '../file_store.js'
import type StoredFile from '../models/stored_file.js'
import { requestedRange, type ByteRange } from '../storage/byte_range.js'
import { awaitDownload } from './download_limits.js'
import { contentDisposition } from './content_disposition.js'

export interface SentFile {
  /** Shown to the person who downloads it. */
  name?: string
  /** What must have been done before anything of the content goes out; not where nothing does. */
  beforeContent?: () => Promise<void>
}

/**
 * Answers with a file's content, whole or the part asked for. It always comes as an attachment that a browser must
 * not take for anything else than it says.
 *
 * @param given the name that is shown to the person who downloads it, and more
 * @throws E_CONTENT_MISSING, E_RANGE, E_UNAVAILABLE; E_TOO_MANY_REQUESTS where too many downloads of the caller wait
 */
export async function sendFile(
  ctx: HttpContext,
  store: FileStore,
  file: StoredFile,
  given: string | SentFile = {}
): Promise<void> {
  const { request, response } = ctx
  const { name = file.originalName, beforeContent } =
    typeof given === 'string' ? { name: given } : given
  const etag = `"${file.sha256}"`
  if (matches(request.header('if-none-match'), etag)) {
    response.header('ETag', etag)
    return response.status(304).send(null)
  }

  const range = rangeOf(request, file.size, etag)
  if (range === 'unsatisfiable') throw unsatisfiable(file.size)
  const part = range === 'whole' ? undefined : range
  const stream = request.method() === 'HEAD' ? null : await opened(ctx, store, { file, part })
  if (stream) await noted(stream, beforeContent)
  else await store.assertThere(file)
  describe(response, file, etag, name)
  announce(response, file.size, part)
  if (!stream) return
  response.stream(stream)
}

async function opened(
  ctx: HttpContext,
  store: FileStore,
  { file, part }: { file: StoredFile; part: ByteRange | undefined }
): Promise<Readable> {
  await awaitDownload(ctx)
  return store.open(file, part)
}

async function noted(stream: Readable, note: SentFile['beforeContent']): Promise<void> {
  try {
    await note?.()
  } catch (error) {
    stream.destroy()
    throw error
  }
}

function describe(response: HttpContext['response'], file: StoredFile, etag: string, name: string) {
  response.header('ETag', etag)
  response.header('Accept-Ranges', 'bytes')
  response.header('Cache-Control', 'private, no-cache')
  response.header('Content-Type', file.mimeType)
  response.header('Content-Disposition', contentDisposition(name))
  response.header('Content-Security-Policy', "sandbox; default-src 'none'")
  response.header('X-Content-Type-Options', 'nosniff')
}

function announce(response: HttpContext['response'], size: number, part: ByteRange | undefined) {
  if (!part) return void response.header('Content-Length', String(size))
  response.status(206)
  response.header('Content-Length', String(part.last - part.first + 1))
  response.header('Content-Range', `bytes ${part.first}-${part.last}/${size}`)
}

/** A range asked for under the condition that the file is still the same one. */
function rangeOf(request: HttpContext['request'], size: number, etag: string) {
  const condition = request.header('if-range')
  if (condition !== undefined && condition !== etag) return 'whole'
  return requestedRange(request.header('range'), size)
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

function unsatisfiable(size: number) {
  return new E_RANGE(undefined, { headers: { 'Content-Range': `bytes */${size}` } })
}
