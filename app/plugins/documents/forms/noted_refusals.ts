import limiter from '@adonisjs/limiter/services/main'

const NOTED = { requests: 1, duration: '1 minute' }

/** Whether that their forms are refused is to be noted once more: what is noted must not grow in place of versions. */
export async function isWorthNoting(submitter: number): Promise<boolean> {
  const noted = await limiter.use(NOTED).attempt(`documents:forms-refused:${submitter}`, () => true)
  return noted === true
}
