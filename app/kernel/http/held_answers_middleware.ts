import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { beforeHead } from '#kernel/patches/main'
import { clientKey } from '#kernel/rate_limit/main'
import { abortIdleResponse } from './abort_idle_response.js'
import { HeldAnswers } from './held_answers.js'

/** What is shorter lies with the system as soon as it is made. */
const WORTH_COUNTING = 64 * 1024

/** Answers that are made whole have their room until they are taken; streams are made as they are taken. */
@inject()
export default class HeldAnswersMiddleware {
  constructor(private readonly held: HeldAnswers) {}

  handle(ctx: HttpContext, next: NextFn) {
    beforeHead(ctx, () => this.#hold(ctx))
    return next()
  }

  #hold({ request, response, operator }: HttpContext): void {
    const bytes = Number(response.getHeader('Content-Length') ?? 0)
    if (bytes < WORTH_COUNTING || !response.hasContent || request.method() === 'HEAD') return
    const reader = { address: clientKey(request.ip()), person: String(operator?.id ?? '') }
    this.held.hold(response.response, bytes, reader)
    abortIdleResponse(response.response)
  }
}
