const GAVE_WAY = ['40001', '40P01', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD']
const WAITED_IN_VAIN = ['ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']

const TIMES_ALONE = 5

/**
 * Runs `work`, a transaction, again when the database had it give way to another, or when it waited for another for too
 * long: so many times in all.
 */
export function withRetry<T>(times: number, work: () => Promise<T>): Promise<T> {
  return again([...GAVE_WAY, ...WAITED_IN_VAIN], times, work)
}

/** Runs a statement outside of transactions, which is one of its own, again when it had to give way. */
export function withStatementRetry<T>(statement: () => Promise<T>): Promise<T> {
  return again(GAVE_WAY, TIMES_ALONE, statement)
}

async function again<T>(
  codes: readonly string[],
  times: number,
  work: () => Promise<T>
): Promise<T> {
  for (let left = times - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      const code = String((error as { code?: unknown } | null)?.code)
      if (left <= 0 || !codes.includes(code)) throw error
    }
  }
}
