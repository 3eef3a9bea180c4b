import type { HttpContext } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '#kernel/http/errors'
import { inspectFile } from '../inspection/inspect_file.js'
import type { FileKind } from '../inspection/file_kinds.js'
import { type TemporaryFiles, tooLarge, type TemporaryFile } from '../storage/temporary_files.js'

export interface Upload extends FileKind, TemporaryFile {
  /** As the client calls it; not safe to show. */
  name: string
}

interface Received {
  file: TemporaryFile
  name: string
}

/** Room for the fields beside the file. */
const BESIDE = 1024 * 1024

type Part = Parameters<Parameters<HttpContext['request']['multipart']['onFile']>[2]>[0]

/** Receives the file of a multipart body as it comes in. The other fields are then in `request`. */
export class UploadReceiver {
  constructor(
    private readonly temporary: TemporaryFiles,
    /** bytes */
    private readonly limit: number
  ) {}

  /**
   * The file, checked for what it is. The caller disposes of it.
   *
   * @throws E_PAYLOAD_TOO_LARGE, E_FILE_TYPE, E_FILE_UNSAFE, E_VALIDATION when there is none or it is empty,
   * E_BAD_REQUEST for a body that broke off
   */
  async receive(ctx: HttpContext, field = 'file'): Promise<Upload> {
    const announced = Number(ctx.request.header('content-length') ?? 0)
    if (announced > this.limit + BESIDE) throw new E_PAYLOAD_TOO_LARGE(tooLarge(this.limit))

    const { file, name } = await this.#stream(ctx, field)
    try {
      if (file.size === 0) throw invalid(field, 'notEmpty', 'The file is empty')
      return Object.assign(file, await inspectFile(file.path, file.size, name), { name })
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  async #stream({ request }: HttpContext, field: string): Promise<Received> {
    const { multipart } = request
    if (!multipart) throw missing(field)

    const breakOff = new AbortController()
    let receiving: Promise<Received> | undefined
    multipart.onFile(field, { deferValidations: true }, async (part) => {
      if (receiving) return multipart.abort(invalid(field, 'one', 'Send one file at a time'))
      receiving = this.#take(part, breakOff.signal)
      await receiving.catch((error: unknown) => multipart.abort(error))
    })
    try {
      await multipart.process()
    } catch (error) {
      breakOff.abort()
      await receiving?.then(
        ({ file }) => file[Symbol.asyncDispose](),
        () => undefined
      )
      throw readable(error)
    }
    if (!receiving) throw missing(field)
    return receiving
  }

  async #take(part: Part, signal: AbortSignal): Promise<Received> {
    const file = await this.temporary.receive(part, { limit: this.limit, signal })
    return { file, name: part.filename }
  }
}

function missing(field: string) {
  return invalid(field, 'required', `The ${field} field must be a file`)
}

function invalid(field: string, rule: string, message: string) {
  return new E_VALIDATION(undefined, { errors: [{ field, rule, message }] })
}

/** What breaks off, or is no multipart body at all, comes from the parser as a bare error. */
function readable(error: unknown): unknown {
  const { status, code, message } = error as { status?: number; code?: string; message?: string }
  if (status !== undefined || code?.startsWith('E_')) return error
  if (code === 'ECONNRESET' || /abort|unexpected|boundary|malformed|invalid/i.test(message ?? '')) {
    return new E_BAD_REQUEST('The upload broke off, or could not be understood', { cause: error })
  }
  return error
}
