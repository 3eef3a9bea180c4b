import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { contentDisposition } from './content_disposition.js'

/**
 * Answers with a stream, as an attachment. The stream is destroyed when the client disconnects, also before it is read, or
 * reads nothing for long.
 *
 * @param name shown to the person who downloads it
 */
export function sendStream(
  { request, response }: HttpContext,
  stream: Readable,
  { name, mimeType }: { name: string; mimeType: string }
): void {
  response.header('Content-Type', mimeType)
  response.header('Content-Disposition', contentDisposition(name))
  response.header('Cache-Control', 'no-store')
  response.header('X-Content-Type-Options', 'nosniff')
  const reader = response.response
  if (request.method() === 'HEAD' || reader.destroyed) return void stream.destroy()
  reader.once('close', () => stream.destroy())
  response.stream(stream)
}
