/** Limits of work that runs at the same time, and work in threads. */
export { E_THREAD_LIMIT } from './errors.js'
export { KeyedSemaphore, type KeyedSemaphoreOptions } from './keyed_semaphore.js'
export { type WorkerLimits, runInWorker, scriptBeside } from './run_in_worker.js'
export { yieldIfDue } from './yield_if_due.js'
