export class TimeoutError extends Error {
  constructor(milliseconds: number) {
    super(`it takes longer than ${milliseconds} ms`)
  }
}

/**
 * Rejects when `work` takes longer than that. The work itself continues. The timer does not keep the process alive.
 *
 * @param tooLate makes the error
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
