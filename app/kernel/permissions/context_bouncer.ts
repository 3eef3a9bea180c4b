import { Bouncer } from '@adonisjs/bouncer'
import { HttpContext } from '@adonisjs/core/http'
import type { Operator } from '#kernel/acting/main'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Asks abilities and policies about the operator. */
    readonly bouncer: Bouncer<Operator>
  }
}

/** Gives every request a bouncer, made when it is first asked for. */
export function addBouncer(): void {
  HttpContext.getter(
    'bouncer',
    function (this: HttpContext) {
      const bouncer = new Bouncer<Operator>(() => this.operator ?? null)
      return bouncer.setContainerResolver(this.containerResolver)
    },
    true
  )
}
