import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ANSWER_HEADERS, TransportSecurity } from './response_headers.js'

const ALWAYS = Object.entries(ANSWER_HEADERS)

/** By default responses are not cached and their type is not guessed; an operation may set other headers. */
@inject()
export default class ResponseHeadersMiddleware {
  constructor(private readonly transport: TransportSecurity) {}

  handle({ request, response }: HttpContext, next: NextFn) {
    for (const [name, value] of ALWAYS) response.header(name, value)
    const { header } = this.transport
    if (header && request.secure()) response.header('Strict-Transport-Security', header)
    return next()
  }
}
