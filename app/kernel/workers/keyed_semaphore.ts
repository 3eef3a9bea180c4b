import { E_TOO_MANY_REQUESTS, Overloaded } from '#kernel/errors/main'
import { currentAbortSignal, currentKey } from '#kernel/acting/main'
import { type Said } from '#kernel/languages/main'

export interface KeyedSemaphoreOptions {
  /** Work that runs at the same time. */
  limit: number
  /** Work of one key that runs at the same time; `limit` by default. */
  limitPerKey?: number
  /** Work that waits, of all keys together; unbounded by default. */
  maxQueue?: number
  /** Work of one key that waits; unbounded by default. */
  maxQueuePerKey?: number
  /** Message of a refusal. */
  busyMessage?: Said
}

type Start = () => void

const RETRY_AFTER = { headers: { 'Retry-After': '5' } }

/**
 * Limits how much work runs at the same time in this process. What exceeds the limit waits in a bounded queue per key, such as a
 * user or an address, and the keys are served round robin: a key with much work does not delay the others.
 */
export class KeyedSemaphore {
  readonly #options: Required<Omit<KeyedSemaphoreOptions, 'busyMessage'>>
  readonly #busyMessage: Said | undefined
  readonly #runningPerKey = new Map<string, number>()
  /** The key that is served next comes first. */
  readonly #queues = new Map<string, Set<Start>>()
  #running = 0
  #queued = 0

  constructor({ limit, busyMessage, ...options }: KeyedSemaphoreOptions) {
    const { limitPerKey = limit, maxQueue = Infinity, maxQueuePerKey = Infinity } = options
    this.#options = { limit, limitPerKey, maxQueue, maxQueuePerKey }
    this.#busyMessage = busyMessage
  }

  /**
   * @param signal removes the work from the queue; the promise then rejects with its reason
   * @throws E_TOO_MANY_REQUESTS (429) when the queue of the key is full, Overloaded (503) when the whole queue is; whatever
   * the work throws
   */
  async run<Result>(
    key: string,
    work: () => Promise<Result>,
    signal?: AbortSignal
  ): Promise<Result> {
    const release = await this.acquire(key, signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** The same for the operator or the service that acts now, until their client disconnects. */
  runForCaller<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.run(currentKey(), work, currentAbortSignal())
  }

  /**
   * For work that ends with an event, such as a closed response. Call the returned function at its end.
   *
   * @throws as `run`
   */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#canStart(key)) this.#started(key)
    else await this.#wait(key, signal)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#ended(key)
    }
  }

  #canStart(key: string): boolean {
    const { limit, limitPerKey } = this.#options
    return this.#running < limit && (this.#runningPerKey.get(key) ?? 0) < limitPerKey
  }

  #started(key: string): void {
    this.#running += 1
    this.#runningPerKey.set(key, (this.#runningPerKey.get(key) ?? 0) + 1)
  }

  #ended(key: string): void {
    this.#running -= 1
    const left = this.#runningPerKey.get(key)! - 1
    if (left > 0) this.#runningPerKey.set(key, left)
    else this.#runningPerKey.delete(key)
    this.#startNext()
  }

  #wait(key: string, signal?: AbortSignal): Promise<void> {
    const queue = this.#queues.get(key) ?? new Set()
    if (queue.size >= this.#options.maxQueuePerKey)
      throw new E_TOO_MANY_REQUESTS(this.#busyMessage, RETRY_AFTER)
    if (this.#queued >= this.#options.maxQueue) throw new Overloaded(this.#busyMessage, RETRY_AFTER)
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    this.#queues.set(key, queue.add(start))
    this.#queued += 1
    const leave = () => {
      if (this.#dequeue(key, start)) reject(signal!.reason as Error)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** The event loop serves others before work that has waited starts. */
  #startNext(): void {
    const key = this.#queues.keys().find((queued) => this.#canStart(queued))
    if (key === undefined) return
    const queue = this.#queues.get(key)!
    const [start] = queue
    this.#dequeue(key, start!)
    this.#queues.delete(key)
    if (queue.size > 0) this.#queues.set(key, queue)
    this.#started(key)
    setImmediate(start!)
  }

  #dequeue(key: string, start: Start): boolean {
    const queue = this.#queues.get(key)
    if (!queue?.delete(start)) return false
    this.#queued -= 1
    if (queue.size === 0) this.#queues.delete(key)
    return true
  }
}
