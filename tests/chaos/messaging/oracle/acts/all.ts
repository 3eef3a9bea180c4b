import type { Rig } from '../rig.js'
import { arrive, disable, remove as removePerson } from './administration.js'
import { add, found, handOver, mute, remove, rename } from './groups.js'
import { newDevice } from './new_device.js'
import { awayAndBack } from './returning.js'
import { cut, dawdle, recallWhileSyncing, renew, sleep } from './sockets.js'
import { read, recall, repeat, send } from './talk.js'

type Act = (rig: Rig) => Promise<unknown>

const MOST_GROUPS = 12
const MOST_PEOPLE = 12

/** How often each is drawn, of all together; they are over at once, or wait for an answer. */
export const ACTS: readonly (readonly [Act, number])[] = [
  [send, 600],
  [read, 120],
  [recall, 80],
  [repeat, 15],
  [cut, 30],
  [sleep, 20],
  [dawdle, 12],
  [renew, 12],
  [recallWhileSyncing, 10],
]

/** Those that wait for each other. */
export const CHANGES: readonly (readonly [Act, number])[] = [
  [(rig) => add(rig), 30],
  [(rig) => remove(rig), 20],
  [awayAndBack, 6],
  [handOver, 8],
  [rename, 8],
  [mute, 8],
  [disable, 3],
  [removePerson, 1],
  [newDevice, 2],
  [async (rig) => rig.world.groups.length < MOST_GROUPS && found(rig), 2],
  [async (rig) => rig.people.length < MOST_PEOPLE && arrive(rig), 1],
]
