import type { HttpContext } from '@adonisjs/core/http'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '../http/errors.js'

/** Room for the fields beside the file. */
const BESIDE = 64 * 1024

type Part = Parameters<Parameters<HttpContext['request']['multipart']['onFile']>[2]>[0]

/**
 * The one file of a multipart body, in memory. The other fields are then in `request`.
 *
 * @param limit bytes
 * @throws E_PAYLOAD_TOO_LARGE, E_VALIDATION, E_BAD_REQUEST for a body that broke off
 */
export async function receiveTable({ request }: HttpContext, limit: number): Promise<Buffer> {
  const { multipart } = request
  if (!multipart) refuse('required', 'The file field must be a file')
  if (Number(request.header('content-length') ?? 0) > limit + BESIDE) refuseSize(limit)

  let receiving: Promise<Buffer | undefined> | undefined
  multipart.onFile('file', { deferValidations: true }, async (part) => {
    if (receiving) return multipart.abort(fault('one', 'Send one file at a time'))
    receiving = bytesOf(part, limit).catch((error: Error) => void multipart.abort(error))
    await receiving
  })
  await multipart.process().catch((error: unknown) => {
    throw readable(error)
  })
  return (await receiving) ?? refuse('required', 'The file field must be a file')
}

async function bytesOf(part: Part, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part) {
    size += (chunk as Buffer).length
    if (size > limit) refuseSize(limit)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

function refuseSize(limit: number): never {
  throw new E_PAYLOAD_TOO_LARGE(`The file must not be larger than ${limit / 1024 / 1024} MB`)
}

function refuse(rule: string, message: string): never {
  throw fault(rule, message)
}

function fault(rule: string, message: string) {
  return new E_VALIDATION(undefined, { errors: [{ field: 'file', rule, message }] })
}

/** What breaks off, or is no multipart body at all, comes from the parser as a bare error. */
function readable(error: unknown): unknown {
  const { status, code } = error as { status?: number; code?: string }
  if (status !== undefined || code?.startsWith('E_')) return error
  return new E_BAD_REQUEST('The upload broke off, or could not be understood', { cause: error })
}
