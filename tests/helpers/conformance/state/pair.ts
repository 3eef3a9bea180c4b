import { test } from '@japa/runner'
import type { RequestLimiter } from '#kernel/rate_limit/main'
import type { Bus, Locks, Slots, StateStore, Versions } from '#kernel/state/main'

/** What one node of the service has of the shared state. */
export interface StateNode {
  store: StateStore
  bus: Bus
  locks: Locks
  versions: Versions
  limiter: RequestLimiter
  slots: Slots
}

/** Two nodes that share one state, or one node twice where it is alone. */
export interface StatePair {
  here: StateNode
  there: StateNode
  close(): Promise<void>
}

export type StartPair = () => Promise<StatePair>

/** A group with a pair of its own. */
export function suite(title: string, start: StartPair, define: (pair: () => StatePair) => void) {
  test.group(title, (group) => {
    let pair: StatePair | undefined
    group.setup(async () => {
      pair = await start()
      return () => pair?.close()
    })
    define(() => pair!)
  })
}

let named = 0
export const unique = () => `key-${process.pid}-${++named}`
