import type { HttpContext } from '@adonisjs/core/http'

/** What the framework says of a request that is over. */
export interface Completed {
  ctx: HttpContext
  /** As `process.hrtime` tells it: seconds and nanoseconds. */
  duration: [number, number]
}

export interface Answered {
  method: string
  /** The pattern of its route; `null` where it came to none: there is none, or it was answered before. */
  route: string | null
  status: number
  /** Whether the client went away before the end of the answer. */
  isCut: boolean
  seconds: number
}

/** How a request was requestOutcome, in words that no client can make more of. */
export function requestOutcome({ ctx, duration: [seconds, nanoseconds] }: Completed): Answered {
  const { statusCode, writableFinished } = ctx.response.response
  return {
    method: ctx.request.method(),
    route: ctx.route?.pattern ?? null,
    status: statusCode,
    isCut: !writableFinished,
    seconds: seconds + nanoseconds / 1e9,
  }
}
