import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { E_THREAD_LIMIT } from './errors.js'
import { RefusalInThread, type ThreadMessage } from './messages.js'
import { Semaphore } from './semaphore.js'

export interface ThreadLimits {
  /** Of work; the time in which nobody asks for the next piece does not count. */
  seconds: number
  megabytes: number
}

export interface ThreadJob {
  /** What `structuredClone` can copy. */
  input: unknown
  limits: ThreadLimits
  /** In which it waits for its turn: jobs of one kind wait for each other, and for no others. */
  queue: Semaphore
  /** Ends it, and before its turn takes it out of the queue. */
  signal?: AbortSignal
}

const MOST_WAITING = 32
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))

/** For jobs of one kind. */
export function threadQueue(): Semaphore {
  return new Semaphore(AT_ONCE, MOST_WAITING)
}

/** The script beside a module, as it lies there: TypeScript in development, JavaScript once built. */
export function scriptBeside(module: string, name: string): URL {
  return new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module)
}

/**
 * Has a script (see `serveThread`) do a job in a thread of its own, so that however long it takes the other requests
 * are served; its pieces come as they are asked for. A few run at once, the others wait.
 *
 * @throws E_THREAD_LIMIT, E_UNAVAILABLE when too many wait; the signal's reason; the refusals of the job
 */
export async function* inThread<Piece>(script: URL, job: ThreadJob): AsyncGenerator<Piece> {
  const { queue, signal } = job
  await queue.enter(signal)
  const thread = new Thread<Piece>(script, job)
  try {
    yield* thread.pieces()
  } finally {
    await thread.end()
    queue.leave()
  }
}

class Thread<Piece> {
  readonly #worker: Worker
  readonly #signal: AbortSignal | undefined
  #leftMs: number
  #settle: { resolve: (message: ThreadMessage<Piece>) => void; reject: (error: Error) => void }
  #next: Promise<ThreadMessage<Piece>>

  constructor(script: URL, { input, limits: { seconds, megabytes }, signal }: ThreadJob) {
    this.#leftMs = seconds * 1000
    ;({ promise: this.#next, ...this.#settle } = Promise.withResolvers<ThreadMessage<Piece>>())
    this.#worker = new Worker(script, {
      workerData: input,
      execArgv: script.pathname.endsWith('.ts') ? ['--import=@poppinss/ts-exec'] : [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    this.#worker.on('message', (message: ThreadMessage<Piece>) => this.#settle.resolve(message))
    this.#worker.on('error', (error) => this.#settle.reject(faultOf(error)))
    this.#worker.on('exit', () => this.#settle.reject(new E_THREAD_LIMIT('The thread ended')))
    this.#signal = signal
    signal?.addEventListener('abort', this.#giveUp, { once: true })
  }

  async *pieces(): AsyncGenerator<Piece> {
    for (;;) {
      const message = await this.#message()
      if (message.kind === 'done') return
      if (message.kind === 'refused') throw new RefusalInThread(message.refusal)
      yield message.piece
      this.#ask()
    }
  }

  async end(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#giveUp)
    this.#next.catch(() => undefined)
    await this.#worker.terminate()
  }

  readonly #giveUp = () => this.#settle.reject(this.#signal!.reason as Error)

  #ask(): void {
    ;({ promise: this.#next, ...this.#settle } = Promise.withResolvers<ThreadMessage<Piece>>())
    this.#worker.postMessage('more')
  }

  async #message(): Promise<ThreadMessage<Piece>> {
    const since = performance.now()
    const { reject } = this.#settle
    const timer = setTimeout(
      () => reject(new E_THREAD_LIMIT('The thread took too long')),
      this.#leftMs
    )
    try {
      return await this.#next
    } finally {
      clearTimeout(timer)
      this.#leftMs -= performance.now() - since
    }
  }
}

function faultOf(error: unknown): Error {
  const { code } = error as { code?: string }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new E_THREAD_LIMIT('The thread took too much memory', { cause: error })
  return error instanceof Error ? error : new Error('A thread failed', { cause: error })
}
