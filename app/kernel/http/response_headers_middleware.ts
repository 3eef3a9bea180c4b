import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { ANSWER_HEADERS, TransportSecurity } from './response_headers.js'

const ALWAYS = Object.entries(ANSWER_HEADERS)

/** Answers are kept by nobody and taken for nothing but what they are; an operation that knows better says so. */
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
