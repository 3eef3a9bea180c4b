type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> }

const queues = new Map<string, Promise<unknown>>()

/**
 * Runs `work` alone among all that use the same name: over all tabs where the browser has Web Locks, else within
 * this process.
 */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as { locks?: Locks } | undefined)?.locks
  return locks ? locks.request(name, work) : queued(name, work)
}

async function queued<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.then(forget, forget)
  queues.set(name, settled)
  return mine

  function forget(): void {
    if (queues.get(name) === settled) queues.delete(name)
  }
}
