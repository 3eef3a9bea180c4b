import type { Courier } from './courier.js'
import type { Delivery } from './delivery.js'
import type { EventLog } from './event_log.js'
import type { Faults } from './faults.js'
import type { OutputStore } from './output_store.js'

/** What the parts of one running server share. */
export interface Services {
  secret: string | undefined
  version: string
  /** Whether every file that is written carries the time at which it was. */
  stamps: boolean
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  log: EventLog
  store: OutputStore
  courier: Courier
  delivery: Delivery
  faults: Faults
  /** Another number for each editor that opens. */
  nextIndex: () => number
  /** Remembers work that nobody waits for, so that a test can. */
  track: <T>(work: Promise<T>) => Promise<T>
}
