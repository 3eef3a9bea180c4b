/** The least time, in milliseconds, that `work` took of several times: a busy machine stands still at times. */
export async function quickest(times: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return Math.min(...took)
}

/** What `work` resolves to once it took less than a second, which a busy machine does not always manage. */
export async function withinASecond<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const began = performance.now()
    const result = await work()
    if (performance.now() - began < 1_000) return result
  }
}
