import { Refusal } from '#kernel/errors/main'

/** Returns a refusal instead of throwing it; other errors are thrown. */
export async function orRefusal<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
