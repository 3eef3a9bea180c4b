import limiter from '@adonisjs/limiter/services/main'

/** How often one person submits, takes back and replaces handlers, in all: each of it tells people. */
const A_MINUTE = { requests: 30, duration: '1 minute' }
const AN_HOUR = { requests: 200, duration: '1 hour' }

/** @throws E_TOO_MANY_REQUESTS */
export async function assertSubmissionPace(operatorId: number): Promise<void> {
  for (const pace of [A_MINUTE, AN_HOUR])
    await limiter.use(pace).consume(`documents:submissions:${operatorId}`)
}
