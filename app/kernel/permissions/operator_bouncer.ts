import { Bouncer } from '@adonisjs/bouncer'
import type { ContainerResolver } from '@adonisjs/core/container'
import { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { nothing, type Operator } from '#kernel/acting/main'
import type { Stamp } from '#kernel/state/main'
import type { Permission } from './define_permissions.js'
import type { Grant } from './gate.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Asks abilities and policies about the operator of the request, once the request is authenticated. */
    readonly bouncer: OperatorBouncer
  }
}

interface Asking {
  /** Missing while nobody is logged in. */
  readonly operator?: Operator
  readonly operatorStamp?: Stamp | null
}

const NO_ROWS: Grant = Object.freeze({ reach: nothing, roles: [] })

/** A bouncer that also keeps with which reach its operator holds the permissions that it was asked about. */
export class OperatorBouncer extends Bouncer<Operator> {
  readonly #asking: Asking
  readonly #grants = new Map<Permission, Grant>()

  /** @param resolver makes the policies, which may have this bouncer injected */
  constructor(asking: Asking, resolver: ContainerResolver<any>) {
    super(() => asking.operator ?? null)
    this.#asking = asking
    resolver.bindValue(OperatorBouncer, this)
    this.setContainerResolver(resolver)
  }

  /** As the request brought it along, for the gate. */
  get stamp(): Stamp | null | undefined {
    return this.#asking.operatorStamp
  }

  keepGrant(permission: Permission, grant: Grant): void {
    this.#grants.set(permission, grant)
  }

  /** Of a permission that `PermissionPolicy` allowed; no rows where it did so without asking the gate. */
  grantOf(permission: Permission): Grant {
    return this.#grants.get(permission) ?? NO_ROWS
  }
}

/** For code without a request at hand; the gate judges by the present rights. A request has its own, `ctx.bouncer`. */
export function bouncerOf(operator: Operator): OperatorBouncer {
  return new OperatorBouncer({ operator }, app.container.createResolver())
}

/** Gives every request a bouncer, made when it is first asked for. */
export function addBouncer(): void {
  HttpContext.getter(
    'bouncer',
    function (this: HttpContext) {
      return new OperatorBouncer(this, this.containerResolver)
    },
    true
  )
}
