import { setTimeout as pause } from 'node:timers/promises'
import type { Fate } from '../../../../fakes/document_server/courier.js'
import type { HeldErrand } from '../../../../fakes/document_server/held_courier.js'
import type { History } from '../history/history.js'
import { picked, type Deed, type Pick } from './deed.js'

const SOON_MS = 200

const FATES: Record<Fate, string> = {
  delivered: '',
  request_lost: '; its request is lost',
  answer_lost: '; its answer is lost',
}

function show(history: History, { key, status, attempt, stage }: HeldErrand): string {
  const what = status === 6 || status === 7 ? 'forced save' : 'final save'
  const again = attempt > 1 ? `, attempt ${attempt}` : ''

  return `the ${what} of ${history.nameOf(key)}${again} (${stage})`
}

/** A save that was kept back goes on. */
export const release = (which: Pick, fate: Fate): Deed => ({
  name: `release ${which} ${fate}`,
  can: ({ stage }) => stage.courier.held.length > 0,
  async act(history) {
    const errand = picked(history.stage.courier.held, which)
    if (!errand) return
    const lost = errand.stage === 'way' ? fate : 'delivered'
    history.say(`${show(history, errand)} goes on${FATES[lost]}`)
    errand.release(lost)
  },
})

/** All that is kept back goes on, when whoever waits for it has begun to wait. */
export const releaseSoon = (): Deed => ({
  name: 'release soon',
  can: ({ stage }) => stage.courier.held.length > 0,
  async act(history) {
    await pause(SOON_MS)
    for (const errand of [...history.stage.courier.held]) {
      history.say(`${show(history, errand)} goes on meanwhile`)
      errand.release()
    }
  },
})

/** A save is tried until it is given up: what it holds goes where the document server keeps what is lost. */
export const lose = (which: Pick): Deed => ({
  name: `lose ${which}`,
  can: ({ stage }) => stage.courier.held.length > 0,
  async act(history) {
    const { courier } = history.stage
    const errand = picked(courier.held, which)
    if (!errand) return
    history.say(`${show(history, errand)} is lost, however often it is tried`)
    courier.keepsNext = true
    for (
      let next: HeldErrand | undefined = errand;
      next;
      next = courier.held.find(({ key }) => key === errand.key)
    ) {
      next.release('request_lost')
      await history.stage.settled()
    }
  },
})

/** A save that was held starts its way: who was waiting may be overtaken there. */
export const send = (which: Pick): Deed => ({
  name: `send ${which}`,
  can: ({ stage }) => stage.courier.held.some((errand) => errand.stage === 'turn'),
  async act(history) {
    const waiting = history.stage.courier.held.filter((errand) => errand.stage === 'turn')
    const errand = picked(waiting, which)
    if (!errand) return
    history.stage.courier.keepsNext = true
    history.say(`${show(history, errand)} starts its way`)
    errand.release()
  },
})
