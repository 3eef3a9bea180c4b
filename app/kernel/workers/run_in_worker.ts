import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { currentAbortSignal } from '#kernel/acting/main'
import { E_THREAD_LIMIT } from './errors.js'
import { KeyedSemaphore } from './keyed_semaphore.js'

export interface WorkerLimits {
  /** Of the task, without the time in the queue. */
  seconds: number
  megabytes: number
}

interface WorkerPool {
  threads: Piscina
  queue: KeyedSemaphore
}

const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1))
const MAX_QUEUE = 32
const IDLE_MS = 10_000

const pools = new Map<string, Promise<WorkerPool>>()

/** The script beside a module: TypeScript in development, JavaScript once built. */
export function scriptBeside(module: string, name: string): URL {
  return new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module)
}

/**
 * Calls the default export of a script in a worker thread, so that long work does not hold the event loop. Threads are started
 * when needed and end when idle. Tasks of one script wait for each other; callers are served round robin. Aborts when the
 * client of the caller disconnects.
 *
 * The result is copied to this thread at once: return large results as a few strings, not as many objects. Errors keep their
 * message and lose their class: return those that the caller must recognize.
 *
 * @param input what `structuredClone` can copy
 * @throws E_THREAD_LIMIT beyond the time or the memory; E_TOO_MANY_REQUESTS, or Overloaded (503), when too many tasks wait
 */
export async function runInWorker<Output>(
  script: URL,
  input: unknown,
  limits: WorkerLimits
): Promise<Output> {
  const { threads, queue } = await poolOf(script, limits.megabytes)
  return queue.runForCaller(() => perform(threads, script, input, limits.seconds))
}

function poolOf(script: URL, megabytes: number): Promise<WorkerPool> {
  const name = `${megabytes} ${script.href}`
  const pool = pools.get(name) ?? createPool(script, megabytes)
  pools.set(name, pool)
  return pool
}

async function createPool(script: URL, megabytes: number): Promise<WorkerPool> {
  const { Piscina } = await import('piscina')
  const threads = new Piscina({
    minThreads: 0,
    maxThreads: AT_ONCE,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    execArgv: script.pathname.endsWith('.ts') ? ['--import=@poppinss/ts-exec'] : [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  // A thread that fails before it has a task: the waiting task then ends with its time.
  threads.on('error', () => undefined)
  return { threads, queue: new KeyedSemaphore({ limit: AT_ONCE, maxQueue: MAX_QUEUE }) }
}

async function perform(threads: Piscina, script: URL, input: unknown, seconds: number) {
  const client = currentAbortSignal()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), seconds * 1000)
  const signal = client ? AbortSignal.any([timeout.signal, client]) : timeout.signal
  try {
    return await threads.run(input, { filename: script.href, signal })
  } catch (error) {
    client?.throwIfAborted()
    if (timeout.signal.aborted) throw new E_THREAD_LIMIT('The task took too long')
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new E_THREAD_LIMIT('The task took too much memory', { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
  }
}
