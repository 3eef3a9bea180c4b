/** What the work comes to; or the signal's reason as soon as that is given, while the work may still go on. */
export async function unlessEnded<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) return work
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error)
  })
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
