import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '#kernel/errors/main'
import { MultipartBody, type BodyPart } from './multipart_body.js'
import { assertPlainValues } from '#kernel/contracts/main'
import { welcomeBody } from './read_bytes.js'

/** Room for the fields beside the file, and for what parts them. */
const BESIDE = 64 * 1024
const LONGEST_FIELDS = 32 * 1024
const BOUNDARY = /;[ \t]*boundary=(?:"([^"]+)"|([^\s;"]+))/i
const LONGEST_BOUNDARY = 70

export interface ReceivedFile {
  /** As the client calls it; not safe to show. */
  name: string
  content: Readable
}

export interface ReceiveFile<Kept> {
  /** Name of the part. */
  field: string
  /** Largest file, in bytes. */
  limit: number
  /** Reads the content to its end. */
  keep(file: ReceivedFile): Promise<Kept>
  /** Of what was kept, when the rest of the body turns out not to be good. */
  discard?(kept: Kept): Promise<void>
}

/**
 * Receives the one file of a multipart body as it comes in. The fields of text beside it are then in `request`; other
 * files are passed over.
 *
 * @throws E_PAYLOAD_TOO_LARGE, E_VALIDATION when there is none or more than one, E_BAD_REQUEST for a body that broke
 * off; whatever `keep` throws
 */
export async function receiveFile<Kept>(
  { request }: HttpContext,
  { field, limit, keep, discard }: ReceiveFile<Kept>
): Promise<Kept> {
  if (!request.is(['multipart/form-data'])) throw missing(field)
  const boundary = boundaryOf(request.header('content-type')!)
  if (Number(request.header('content-length') ?? 0) > limit + BESIDE)
    throw new E_PAYLOAD_TOO_LARGE(tooLarge(limit))

  welcomeBody(request)
  const source = request.request.iterator({ destroyOnReturn: false })
  const body = new MultipartBody(source, boundary, limit + BESIDE)
  const fields = new TextFields()
  let kept: { file: Kept } | null = null
  try {
    for await (const part of body.parts()) {
      if (part.filename === null) await fields.add(part)
      else if (part.name === field && part.filename !== '') {
        if (kept) throw fileFault(field, 'one', 'Send one file at a time')
        const content = Readable.from(part.content, { objectMode: false })
        kept = { file: await keep({ name: part.filename, content }) }
      }
    }
    if (!kept) throw missing(field)
    request.updateBody(fields.plain())
    return kept.file
  } catch (error) {
    if (kept) await discard?.(kept.file)
    throw error
  }
}

/** What clients are told of a file beyond the limit. */
export function tooLarge(limit: number): string {
  return `The file is larger than the ${Math.floor(limit / 1024 / 1024)} MB that are taken`
}

function missing(field: string) {
  return fileFault(field, 'required', `The ${field} field must be a file`)
}

/** A refusal that names the field of a file. */
export function fileFault(field: string, rule: string, message: string) {
  return new E_VALIDATION(undefined, { errors: [{ field, rule, message }] })
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary !== undefined && boundary.length <= LONGEST_BOUNDARY) return boundary
  throw new E_BAD_REQUEST('A multipart body has a boundary of up to 70 characters')
}

class TextFields {
  readonly #values = new Map<string, string | string[]>()
  #size = 0

  async add({ name, content }: BodyPart): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of content) {
      this.#size += chunk.length
      if (this.#size > LONGEST_FIELDS)
        throw new E_PAYLOAD_TOO_LARGE('The fields beside the file are too large')
      chunks.push(chunk)
    }
    if (name === '' || name === '__proto__') return
    const text = Buffer.concat(chunks).toString()
    const before = this.#values.get(name)
    this.#values.set(name, before === undefined ? text : [before, text].flat())
  }

  plain(): Record<string, string | string[]> {
    const fields = Object.fromEntries(this.#values)
    assertPlainValues(fields)
    return fields
  }
}
