const TRY_AGAIN = new Set([
  '40001',
  '40P01',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
])

/** The database chose this transaction to give way to another: the same again will do. */
function gaveWay(error: unknown): boolean {
  return TRY_AGAIN.has(String((error as { code?: unknown } | null)?.code))
}

/** Runs `work` again when it had to give way, so many times in all. */
export async function insisting<T>(times: number, work: () => Promise<T>): Promise<T> {
  for (let left = times - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left <= 0 || !gaveWay(error)) throw error
    }
  }
}
