import { busConformance } from './state/bus.js'
import { limiterConformance } from './state/limiter.js'
import { lockConformance } from './state/locks.js'
import { memberConformance } from './state/members.js'
import type { StartPair } from './state/pair.js'
import { slotConformance } from './state/slots.js'
import { storeConformance } from './state/store.js'
import { versionConformance } from './state/versions.js'

/**
 * Groups of tests of what every implementation of the shared state must do. Each group starts a pair of nodes of its own, and
 * closes it.
 *
 * @param name of the implementation, for the titles of the groups
 */
export function stateConformance(name: string, start: StartPair): void {
  storeConformance(name, start)
  memberConformance(name, start)
  slotConformance(name, start)
  busConformance(name, start)
  lockConformance(name, start)
  versionConformance(name, start)
  limiterConformance(name, start)
}
