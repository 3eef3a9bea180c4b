import { AsyncLocalStorage } from 'node:async_hooks'
import { Exception } from '@adonisjs/core/exceptions'
import { everything, type Reach } from './reach.js'
import type { Operator } from './operator.js'

/** The request that somebody acts in. */
export interface RequestOrigin {
  readonly requestId: string
  /** IP address of the client. */
  readonly address: string
  /** Method and pattern of the route: `PUT /app/system/users/:id`. */
  readonly operation: string
}

export interface ActingOperator {
  readonly kind: 'operator'
  readonly operator: Operator
  /** Code of the permission being exercised; `null` on routes that need only a login. */
  readonly permission: string | null
  readonly reach: Reach
  /** Ids of the operator's roles that count, for rows that are handed to a role. */
  readonly roles: readonly number[]
  /** Aborted when the client disconnects; missing where no client waits. */
  readonly abortSignal?: () => AbortSignal
  /** Missing outside of HTTP requests. */
  readonly origin?: RequestOrigin
}

export interface ActingSystem {
  readonly kind: 'system'
  readonly reason: string
  /** The operator whose work this is a step of. */
  readonly onBehalfOf?: ActingOperator
}

export type Acting = ActingOperator | ActingSystem

export class E_NOBODY_ACTING extends Exception {
  static code = 'E_NOBODY_ACTING'
  static status = 500
  static message =
    'Scoped rows were asked for without an operator; answer within a request, or wrap the work in actAsSystem("reason", …)'
}

const storage = new AsyncLocalStorage<Acting>()

/** Runs `work` on behalf of an operator, whose reach limits every scoped model below. */
export function actAsOperator<Result>(
  acting: Omit<ActingOperator, 'kind'>,
  work: () => Result
): Result {
  return storage.run(Object.freeze({ kind: 'operator' as const, ...acting }), begun, work)
}

/**
 * Runs `work` without an operator and without a limit of rows: jobs, commands, and steps such as a login that come
 * before an operator is known.
 *
 * @param reason why no operator's reach applies
 */
export function actAsSystem<Result>(reason: string, work: () => Result): Result {
  const onBehalfOf = actingOperator()
  return storage.run(Object.freeze({ kind: 'system' as const, reason, onBehalfOf }), begun, work)
}

/** @throws E_NOBODY_ACTING outside of both */
export function currentActing(): Acting {
  const acting = storage.getStore()
  if (!acting) throw new E_NOBODY_ACTING()
  return acting
}

/** The operator who acts, or whose work the system does a step of; `undefined` where there is none. */
export function actingOperator(): ActingOperator | undefined {
  const acting = storage.getStore()
  return acting?.kind === 'system' ? acting.onBehalfOf : acting
}

/** The reason for which the system acts; `null` where it does not. */
export function actingReason(): string | null {
  const acting = storage.getStore()
  return acting?.kind === 'system' ? acting.reason : null
}

/** Which rows are within reach: all of them for the system. @throws E_NOBODY_ACTING */
export function currentReach(): Reach {
  const acting = currentActing()
  return acting.kind === 'system' ? everything : acting.reach
}

/** @throws E_NOBODY_ACTING where no operator acts */
export function currentOperator(): Operator {
  const acting = storage.getStore()
  if (acting?.kind !== 'operator') throw new E_NOBODY_ACTING()
  return acting.operator
}

/** Aborted when the client that waits for the present work disconnects; `undefined` where no client waits. */
export function currentAbortSignal(): AbortSignal | undefined {
  const acting = storage.getStore()
  return acting?.kind === 'operator' ? acting.abortSignal?.() : undefined
}

/** Identifies who acts, to share limits fairly: `user:<id>`, or `service:<reason>` where no operator acts. */
export function currentKey(): string {
  const acting = storage.getStore()
  if (acting?.kind === 'operator') return `user:${acting.operator.id}`
  return `service:${acting?.reason ?? ''}`
}

/** A query starts when it is awaited. Starts it here, or it would run on behalf of whoever awaits it. */
function begun<Result>(work: () => Result): Result {
  const result = work() as Result & Partial<PromiseLike<unknown>>
  if (result instanceof Promise || typeof result?.then !== 'function') return result
  return new Promise((resolve, reject) => result.then!(resolve, reject)) as Result
}
