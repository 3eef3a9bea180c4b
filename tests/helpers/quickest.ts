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
