import { Bouncer } from '@adonisjs/bouncer'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Operator } from '../operator/operator.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Asks abilities and policies about the operator. */
    readonly bouncer: Bouncer<Operator>
  }
}

/** Gives every request a bouncer, made when it is first asked for. */
export default class BouncerMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    let bouncer: Bouncer<Operator> | undefined
    Object.defineProperty(ctx, 'bouncer', {
      get: () =>
        (bouncer ??= new Bouncer(() => ctx.operator ?? null).setContainerResolver(
          ctx.containerResolver
        )),
    })
    return next()
  }
}
