import type { Readable } from 'node:stream'
import type { HttpContext, HttpRequest } from '@adonisjs/core/http'
import busboy from 'busboy'
import { assertPlainValues } from '#kernel/contracts/main'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { sendContinue } from './read_body.js'

/** Bytes beside the file: fields, heads and boundaries. */
const BESIDE = 64 * 1024
const LIMITS = { fields: 50, parts: 50, fieldSize: 32 * 1024 }

/** With a boundary of up to 70 characters, which are all that RFC 2046 allows: the search for a longer one is slow. */
const LONGEST_TYPE = 150
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary']
const BROKEN = 'The upload broke off, or could not be understood'

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
  /** Called with what was kept, when the rest of the body turns out to be bad. */
  discard?(kept: Kept): Promise<void>
}

/**
 * Receives the one file of a multipart body as it arrives. The text fields beside it are then in `request`; files of
 * other fields are ignored. After a refusal the rest of the body is read and thrown away.
 *
 * @throws E_PAYLOAD_TOO_LARGE, E_VALIDATION when there is none or more than one, E_BAD_REQUEST for a body that broke
 * off; whatever `keep` throws
 */
export async function receiveFile<Kept>(
  { request }: HttpContext,
  { field, limit, keep, discard }: ReceiveFile<Kept>
): Promise<Kept> {
  if (!request.is(['multipart/form-data'])) throw missing(field)
  const form = new IncomingForm(request, limit)
  let kept: Promise<Kept> | undefined
  form.onFile(field, (file) => {
    if (kept) return form.fail(fileFault(field, 'one', 'Send one file at a time'))
    kept = keep(file)
    kept.catch((error: Error) => form.fail(error))
  })
  try {
    const fields = await form.read()
    if (!kept) throw missing(field)
    assertPlainValues(fields)
    request.updateBody(fields)
    return await kept
  } catch (error) {
    await kept?.then(
      (file) => discard?.(file),
      () => undefined
    )
    throw error
  }
}

/** The message for a file beyond the limit. */
export function tooLarge(limit: number): Said {
  return say`The file is larger than the ${Math.floor(limit / 1024 / 1024)} MB that are taken`
}

/** A refusal that names the field of a file. */
export function fileFault(field: string, rule: string, message: Said) {
  return new E_VALIDATION(undefined, { errors: [{ field, rule, message }] })
}

function missing(field: string) {
  return fileFault(field, 'required', say`The ${field} field must be a file`)
}

class IncomingForm {
  readonly #parser: busboy.Busboy
  readonly #fields = new Map<string, string | string[]>()
  #fault: Error | undefined

  constructor(
    private readonly request: HttpRequest,
    private readonly limit: number
  ) {
    if (Number(request.header('content-length') ?? 0) > limit + BESIDE)
      throw new E_PAYLOAD_TOO_LARGE(tooLarge(limit))
    this.#parser = parserOf(request.header('content-type')!, limit)
    this.#parser.on('error', (error) => this.fail(broken(error)))
    for (const event of ['partsLimit', 'fieldsLimit'] as const)
      this.#parser.on(event, () => this.fail(new E_PAYLOAD_TOO_LARGE('Send fewer parts')))
    this.#parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) this.fail(new E_PAYLOAD_TOO_LARGE('A field is too large'))
      else this.#add(name, value)
    })
  }

  onFile(field: string, take: (file: ReceivedFile) => void): void {
    this.#parser.on('file', (name, content, { filename, encoding }) => {
      content.on('error', () => undefined)
      content.once('limit', () => this.fail(new E_PAYLOAD_TOO_LARGE(tooLarge(this.limit))))
      if (!PLAIN_ENCODINGS.includes(encoding)) this.fail(broken('encoded'))
      else if (name === field && filename) take({ name: unescaped(filename), content })
      else content.resume()
    })
  }

  /** Stops reading; the first error is the one that `read` throws. */
  fail(error: Error): void {
    this.#fault ??= error
    this.#parser.destroy(error)
  }

  /** The text fields, once all files have been read. */
  async read(): Promise<Record<string, string | string[]>> {
    const incoming = this.request.request
    const closed = new Promise<void>((resolve) => this.#parser.once('close', () => resolve()))
    const onClose = () => incoming.readableEnded || this.fail(broken('closed'))
    if (incoming.destroyed) onClose()
    incoming.once('close', onClose)
    sendContinue(this.request)
    incoming.pipe(this.#parser)
    await closed
    incoming.unpipe(this.#parser).resume()
    if (this.#fault) throw this.#fault
    return Object.fromEntries(this.#fields)
  }

  #add(name: string | undefined, value: string): void {
    if (!name || name === '__proto__') return
    const before = this.#fields.get(name)
    this.#fields.set(name, before === undefined ? value : [before, value].flat())
  }
}

function parserOf(type: string, limit: number): busboy.Busboy {
  if (type.length > LONGEST_TYPE) throw broken('boundary')
  try {
    // The parser reports a file of exactly `fileSize` bytes as too large.
    const limits = { ...LIMITS, fileSize: limit + 1 }
    return busboy({ headers: { 'content-type': type }, limits, defParamCharset: 'utf8' })
  } catch (error) {
    throw broken(error)
  }
}

/** Browsers write a quotation mark in a name so. */
const unescaped = (filename: string) => filename.replaceAll('%22', '"')

function broken(cause: unknown) {
  return new E_BAD_REQUEST(BROKEN, { cause })
}
