import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { Health } from '#kernel/health/main'
import { auditRefusal } from './audit_operations.js'
import { toRefusal } from './failures.js'
import { type FieldFault, Overloaded, type Refusal } from '#kernel/errors/main'
import { type Language, translate } from '#kernel/languages/main'
import { answerLanguage } from './answer_language.js'
import { declarationOf } from './route_contract.js'

/** The only place that writes a failure. */
export default class HttpExceptionHandler extends ExceptionHandler {
  protected debug = false

  async handle(error: unknown, ctx: HttpContext) {
    const refusal = toRefusal(error)
    for (const [name, value] of Object.entries(refusal.headers ?? {}))
      ctx.response.header(name, value)
    const members = ctx.route && declarationOf(ctx.route)?.contract?.failureMembers
    ctx.response
      .status(refusal.status)
      .send({ ...members, ...failureBody(refusal, answerLanguage(ctx)) })
  }

  async report(error: unknown, ctx: HttpContext) {
    const refusal = toRefusal(error)
    auditRefusal(ctx, refusal)
    if (refusal.status < 500) return
    if (error instanceof Overloaded) return
    void this.#log(error, ctx)
  }

  /** The response does not wait for it. */
  async #log(error: unknown, ctx: HttpContext): Promise<void> {
    const health = await app.container.make(Health)
    if (await health.isOutage(error)) return
    const [requestId, method] = [ctx.request.id(), ctx.request.method()]
    ctx.logger.error({ err: error, requestId, method, route: ctx.route?.pattern }, 'request failed')
  }
}

/** The envelope of a failure; a system fault says nothing of itself. */
export function failureBody(refusal: Refusal, language: Language) {
  const { status, code, errors, said } = refusal
  const reason = { reason: code, ...(errors ? { errors: faultsIn(language, errors) } : {}) }
  return {
    code: status,
    message: translate(said, language),
    data: status >= 500 ? null : reason,
  }
}

export function faultsIn(language: Language, faults: readonly FieldFault[]) {
  return faults.map((one) => ({ ...one, message: translate(one.message, language) }))
}
