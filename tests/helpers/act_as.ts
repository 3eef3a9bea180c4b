import { ApiRequest } from '@japa/api-client'
import type { User } from '#plugins/identity/main'

declare module '@japa/api-client' {
  interface ApiRequest {
    /** Logs an operator of Chancery in for this request, whatever the default guard of the application is. */
    actAs(operator: User): this
  }
}

/** Adds `actAs` to requests of tests. */
export function addActAs(): void {
  ApiRequest.macro('actAs', function (this: ApiRequest, operator: User) {
    const { loginAs } = this.withGuard('jwt')
    loginAs(operator)
    return this
  })
}
