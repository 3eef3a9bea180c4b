import type { HttpContext } from '@adonisjs/core/http'
import type { Format, Served } from './description/served_descriptions.js'

const TYPES = { json: 'application/json; charset=utf-8', yaml: 'application/yaml; charset=utf-8' }

export function sendDescription(
  { request, response }: HttpContext,
  { body, etag }: Served,
  format: Format
): void {
  response.header('ETag', etag)
  response.header('Cache-Control', 'no-cache')
  response.vary(['Authorization', 'X-Forwarded-Prefix'])
  if (request.header('if-none-match') === etag) return response.status(304).send(null)

  response.header('Content-Type', TYPES[format])
  response.send(body)
}
