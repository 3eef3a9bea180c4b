import { errors as authErrors } from '@adonisjs/auth'
import { errors as bouncerErrors } from '@adonisjs/bouncer'
import { errors as httpErrors } from '@adonisjs/core/http'
import { errors as limiterErrors } from '@adonisjs/limiter'
import { errors as lucidErrors } from '@adonisjs/lucid'
import { errors as vineErrors } from '@vinejs/vine'
import { reasonOf } from '#kernel/permissions/main'
import type { Said } from '#kernel/languages/main'
import { isConstraintConflict, isDatabaseLost, isUnstorable } from '#kernel/database/main'
import {
  defineError,
  Refusal,
  E_BAD_REQUEST,
  E_CONFLICT,
  E_FORBIDDEN,
  E_NOT_FOUND,
  E_PAYLOAD_TOO_LARGE,
  E_SYSTEM_BUSY,
  E_TOO_MANY_REQUESTS,
  E_UNAUTHENTICATED,
  E_UNAVAILABLE,
  E_UNSUPPORTED_TYPE,
  E_VALIDATION,
} from '#kernel/errors/main'

const BY_STATUS = new Map([
  [400, E_BAD_REQUEST],
  [401, E_UNAUTHENTICATED],
  [403, E_FORBIDDEN],
  [404, E_NOT_FOUND],
  [409, E_CONFLICT],
  [413, E_PAYLOAD_TOO_LARGE],
  [415, E_UNSUPPORTED_TYPE],
  [422, E_VALIDATION],
  [503, E_UNAVAILABLE],
])

/**
 * What a client is told of anything that was thrown. Messages of our own refusals and policies are shown; those of
 * libraries never are, for they may hold SQL or paths.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof vineErrors.E_VALIDATION_ERROR) return toValidationRefusal(error)
  if (error instanceof httpErrors.E_ROUTE_NOT_FOUND) return new E_NOT_FOUND('No such route')
  if (error instanceof lucidErrors.E_ROW_NOT_FOUND) return new E_NOT_FOUND()
  if (error instanceof authErrors.E_UNAUTHORIZED_ACCESS) return new E_UNAUTHENTICATED()
  if (error instanceof bouncerErrors.E_AUTHORIZATION_FAILURE) return toDenial(error)
  if (error instanceof limiterErrors.E_TOO_MANY_REQUESTS) return toTooManyRequests(error)
  if (isDatabaseLost(error)) return new E_UNAVAILABLE()
  if (isConstraintConflict(error)) return new E_CONFLICT()
  if (isUnstorable(error)) return new E_VALIDATION('A value is out of the range that can be stored')

  const status = (error as { status?: unknown } | null)?.status
  const Known = typeof status === 'number' ? BY_STATUS.get(status) : undefined
  return Known ? new Known() : new E_SYSTEM_BUSY()
}

function toDenial({
  response,
}: InstanceType<typeof bouncerErrors.E_AUTHORIZATION_FAILURE>): Refusal {
  const status = response.status ?? 403
  const Denied = BY_STATUS.get(status) ?? defineError(status, E_FORBIDDEN.code, E_FORBIDDEN.message)
  return new Denied(reasonOf(response))
}

function toTooManyRequests(error: InstanceType<typeof limiterErrors.E_TOO_MANY_REQUESTS>): Refusal {
  const headers = Object.entries(error.getDefaultHeaders()).map(([name, value]) => [
    name,
    `${value}`,
  ])
  return new E_TOO_MANY_REQUESTS(undefined, { headers: Object.fromEntries(headers) })
}

function toValidationRefusal(error: { messages: unknown }): Refusal {
  const messages = error.messages as { field: string; rule: string; message: Said }[]
  return new E_VALIDATION(undefined, {
    errors: messages.map(({ field, rule, message }) => ({ field, rule, message })),
  })
}
