import type { AfterSync } from './checks/after_sync.js'
import type { Wire } from './checks/wire.js'
import type { Chronicle } from './chronicle.js'
import type { Dice } from './dice.js'
import type { Locks } from './locks.js'
import type { World } from './model/world.js'
import type { Person } from './person.js'
import type { Desk } from './stage/desk.js'
import type { Nodes } from './stage/nodes.js'

/** What acts, devices and checks work with. */
export interface Rig {
  readonly dice: Dice
  readonly desk: Desk
  readonly nodes: Nodes
  readonly world: World
  readonly chronicle: Chronicle
  readonly locks: Locks
  readonly wire: Wire
  readonly afterSync: AfterSync
  /** Those who are not deleted. */
  people: Person[]
  /** Whose devices stay away until they are looked at. */
  readonly resting: Set<number>
  /** The administrator's requests. */
  admin(method: string, path: string, body?: unknown): Promise<unknown>
  /** Something of the rig itself is broken. */
  fail(error: unknown): void
}
