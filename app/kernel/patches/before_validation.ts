import { HttpRequest } from '@adonisjs/core/http'

type Check = (request: HttpRequest, validator: unknown) => void

/**
 * The framework lets nobody know that a request is about to be validated, and by which validator. `check` is told so, before
 * `request.validateUsing(…)` and `request.tryValidateUsing(…)`; what it throws, they throw. Call it after the provider of
 * validation has booted.
 *
 * No upstream issue is known.
 * Remove when `RequestValidator` has a hook for it, as it has for messages and for the reporter of errors.
 */
export function beforeValidation(check: Check): void {
  const requests = HttpRequest.prototype
  for (const name of ['validateUsing', 'tryValidateUsing'] as const) {
    const original = requests[name] as (...args: unknown[]) => unknown
    Object.defineProperty(requests, name, {
      configurable: true,
      writable: true,
      value(this: HttpRequest, validator: unknown, ...rest: unknown[]) {
        check(this, validator)
        return original.call(this, validator, ...rest)
      },
    })
  }
}
