import { clock } from '#kernel/state/main'
import type { Fate } from '../../../../fakes/document_server/courier.js'
import { picked, type Deed, type Pick } from './deed.js'

const MINUTE_MS = 60_000

/** A save that was held goes on. */
export const release = (which: Pick, fate: Fate): Deed => ({
  name: `release ${which} ${fate}`,
  can: ({ stage }) => stage.courier.held.length > 0,
  async act(history) {
    const errand = picked(history.stage.courier.held, which)
    if (!errand) return
    const { key, status, attempt, stage } = errand
    const what = `status ${status} of ${history.nameOf(key)}, attempt ${attempt} (${stage})`
    history.say(`${what} goes on: ${fate}`)
    errand.release(stage === 'way' ? fate : 'delivered')
  },
})

export const sweep: Deed = {
  name: 'sweep',
  can: ({ isUp }) => isUp,
  async act(history) {
    await history.stage.reviewRights()
    history.say(`the sweep: ${JSON.stringify(await history.stage.sweep())}`)
  },
}

/** The document server keeps what was changed; the pages may come back. */
export const crash: Deed = {
  name: 'crash',
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    history.say('the document server crashes')
    history.stage.server.crash()
    await history.stage.courier.releaseAll()
  },
}

/** Final saves are tried four times, and are forgotten. */
export const goDown: Deed = {
  name: 'down',
  can: ({ isUp }) => isUp,
  async act(history) {
    history.say('the service goes down')
    history.stage.courier.isDown = true
    await history.stage.courier.releaseAll('request_lost')
  },
}

export const comeUp: Deed = {
  name: 'up',
  can: ({ isUp }) => !isUp,
  async act(history) {
    history.say('the service comes up')
    history.stage.courier.isDown = false
  },
}

/** After five minutes a key that was saved can be opened again, after an hour no configuration can. */
export const letPass = (minutes: 10 | 60): Deed => ({
  name: `${minutes} minutes`,
  can: () => true,
  async act(history) {
    history.say(`${minutes} minutes pass`)
    clock.travel(minutes * MINUTE_MS)
  },
})
