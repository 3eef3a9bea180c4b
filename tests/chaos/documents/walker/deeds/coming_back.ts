import { EditorRefusal } from '../../../../fakes/document_server/configuration.js'
import type { History, Tab } from '../history.js'
import { picked, type Deed, type Pick } from './deed.js'
import { hasRoom, hasTabs, show } from './editing.js'

/** A page whose connection broke comes back by itself, whoever ended its session meanwhile. */
export const wake = (which: Pick): Deed => ({
  name: `wake ${which}`,
  can: (history) => history.isUp && hasRoom(history) && history.asleep.length > 0,
  async act(history) {
    const tab = picked(history.asleep, which)!
    history.asleep.splice(history.asleep.indexOf(tab), 1)
    await comeBack(history, tab)
  },
})

/** The connection breaks and is there again. */
export const blink = (which: Pick): Deed => ({
  name: `blink ${which}`,
  can: hasTabs,
  async act(history) {
    const tab = picked(history.tabs, which)!
    history.stage.courier.hold = 'turn'
    history.say(`the connection of ${show(history, tab)} blinks`)
    void tab.editor.close()
    await history.stage.settled()
    history.tabs.splice(history.tabs.indexOf(tab), 1)
    await comeBack(history, tab)
    await history.stage.courier.releaseAll()
  },
})

async function comeBack(history: History, tab: Tab): Promise<void> {
  const name = show(history, tab)
  try {
    await history.stage.server.wake(tab.editor)
    history.tabs.push(tab)
    history.say(`${name} comes back`)
  } catch (error) {
    if (!(error instanceof EditorRefusal)) throw error
    history.say(`${name} cannot come back: ${error.description}`)
  }
}
