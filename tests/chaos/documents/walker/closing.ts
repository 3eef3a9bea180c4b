import { clock } from '#kernel/state/main'
import type { History } from './history.js'

const SWEEPS = 3
const LATER_MS = 61 * 60_000

/** Brings a walk to rest: the service is up, what was held arrives, everybody leaves, and the sweep runs some times. */
export async function close(history: History): Promise<void> {
  const { courier } = history.stage
  history.say('— everything is brought to rest')
  Object.assign(courier, { isDown: false, isOver: true })
  await courier.releaseAll()
  await history.settle()
  for (const { editor } of [...history.tabs]) void editor.close()
  await history.settle()
  for (let count = 0; count < SWEEPS; count++) {
    clock.travel(LATER_MS)
    history.say(`the sweep: ${JSON.stringify(await history.stage.sweep())}`)
    await history.settle()
  }
}
