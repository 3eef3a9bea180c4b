import limiter from '@adonisjs/limiter/services/main'

/** How often one person restores versions: more than anybody does by hand. Each makes a version that is kept. */
const A_MINUTE = { requests: 30, duration: '1 minute' }
const AN_HOUR = { requests: 200, duration: '1 hour' }

/** @throws E_TOO_MANY_REQUESTS */
export async function assertRestorePace(operatorId: number): Promise<void> {
  for (const pace of [A_MINUTE, AN_HOUR])
    await limiter.use(pace).consume(`documents:restores:${operatorId}`)
}
