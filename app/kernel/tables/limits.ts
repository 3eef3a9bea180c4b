import { KeyedSemaphore } from '#kernel/workers/main'
import { say } from '#kernel/languages/main'

/** Imports keep their file in memory while they wait: one of one person at a time. */
export const tableImports = new KeyedSemaphore({
  limit: 2,
  limitPerKey: 1,
  maxQueue: 16,
  maxQueuePerKey: 4,
  busyMessage: say`Too many imports are waiting; send the file again in a moment`,
})

/** Exports go on for as long as their reader takes, so none waits for another. */
export const tableExports = new KeyedSemaphore({
  limit: 4,
  limitPerKey: 2,
  maxQueuePerKey: 0,
  busyMessage: say`Other exports are still running; try again in a moment`,
})
