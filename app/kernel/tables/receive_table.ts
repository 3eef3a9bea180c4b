import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { E_PAYLOAD_TOO_LARGE } from '#kernel/errors/main'
import { receiveFile, tooLarge } from '#kernel/http/main'

/**
 * The one file of a multipart body, in memory. The other fields are then in `request`.
 *
 * @param limit bytes
 * @throws E_PAYLOAD_TOO_LARGE, E_VALIDATION, E_BAD_REQUEST for a body that broke off
 */
export function receiveTable(ctx: HttpContext, limit: number): Promise<Buffer> {
  return receiveFile(ctx, {
    field: 'file',
    limit,
    keep: ({ content }) => bytesOf(content, limit),
  })
}

async function bytesOf(content: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += (chunk as Buffer).length
    if (size > limit) throw new E_PAYLOAD_TOO_LARGE(tooLarge(limit))
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
