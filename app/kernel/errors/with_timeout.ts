export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`it takes longer than ${milliseconds} ms`)
  }
}

/**
 * What takes longer is waited for no longer, and goes on by itself. The wait keeps no process from ending.
 *
 * @param tooLate what whoever waits is told then
 */
export async function withTimeout<T>(
  work: Promise<T>,
  milliseconds: number,
  tooLate: () => Error = () => new TimeoutError(milliseconds)
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLate()), milliseconds).unref()
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
