import { setTimeout as pause } from 'node:timers/promises'
import type { Deed } from './deed.js'

/** Our service ends without finishing anything, some milliseconds into whatever happens at the same time. */
export const kill = (after: number): Deed => ({
  name: `kill after ${after}`,
  can: ({ stage }) => stage.service !== undefined,
  async act(history) {
    history.isTroubled = true
    await pause(after)
    history.say(`our service is killed after ${after} ms, and started again`)
    await history.stage.service?.kill()
    await history.stage.service?.restart()
  },
})
