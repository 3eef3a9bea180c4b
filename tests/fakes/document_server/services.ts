import type { Delivery } from './delivery.js'
import type { EventLog } from './event_log.js'
import type { Faults } from './faults.js'
import type { OutputStore } from './output_store.js'

/** What the parts of one running server share. */
export interface Services {
  secret: string | undefined
  version: string
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  log: EventLog
  store: OutputStore
  delivery: Delivery
  faults: Faults
  /** Remembers work that nobody waits for, so that a test can. */
  track: <T>(work: Promise<T>) => Promise<T>
}
