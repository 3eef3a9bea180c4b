import limiter from '@adonisjs/limiter/services/main'
import { spend } from '#kernel/rate_limit/quota'

/** How often one person submits forms: each is a version that is kept. */
const A_MINUTE = { most: 20, duration: '1 minute' }
const AN_HOUR = { most: 200, duration: '1 hour' }

const QUOTA = {
  name: 'documents:forms',
  spent: 'This person has submitted as many forms as one may; the form stays filled in',
}

const NOTED = { requests: 1, duration: '1 minute' }

/** @throws E_TOO_MANY_REQUESTS */
export async function assertFormPace(submitter: number): Promise<void> {
  for (const pace of [A_MINUTE, AN_HOUR]) await spend({ ...QUOTA, ...pace }, submitter)
}

/** Whether that their forms are refused is to be noted once more: what is noted must not grow in place of versions. */
export async function isWorthNoting(submitter: number): Promise<boolean> {
  const noted = await limiter.use(NOTED).attempt(`documents:forms-refused:${submitter}`, () => true)
  return noted === true
}
