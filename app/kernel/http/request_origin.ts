import type { HttpContext } from '@adonisjs/core/http'
import type { RequestOrigin } from '#kernel/acting/main'

/** Most requests record nothing: what is recorded of one is found out when it is asked for. */
export class HttpOrigin implements RequestOrigin {
  readonly #ctx: HttpContext

  constructor(ctx: HttpContext) {
    this.#ctx = ctx
  }

  get requestId(): string {
    return this.#ctx.request.id()!
  }

  get address(): string {
    return this.#ctx.request.ip()
  }

  get operation(): string {
    return `${this.#ctx.request.method()} ${this.#ctx.route!.pattern}`
  }
}
