import { cameBack } from '../../../../fakes/document_server/came_back.js'
import { EditorRefusal } from '../../../../fakes/document_server/configuration.js'
import type { Handed, History, Tab } from '../history/history.js'
import { guestOf } from '../stage/people.js'
import type { Person } from '../stage/person.js'
import { picked, type Deed, type Pick } from './deed.js'
import { enter, MOST_TABS, sendOut, showTab, write } from './editing.js'
import { disablePerson, withdraw } from './management.js'
import { unshare } from './sharing.js'

const MINUTE_MS = 60_000
const BREAKS_MS = { minutes: 6 * MINUTE_MS, hours: 70 * MINUTE_MS }
const WRITES_AFTER_MS = 20_000

export interface Return {
  isMute: boolean
  /** For how long the connection was broken. */
  after: keyof typeof BREAKS_MS
}

/** A page whose connection broke comes back by its own token, and something is written in it. */
export const comeBack = (which: Pick, { isMute, after }: Return): Deed => ({
  name: `come back ${which} after ${after}${isMute ? ' unheard' : ''}`,
  can: (history) =>
    canPass(history) && history.tabs.length < MOST_TABS && pagesOutside(history).length > 0,
  async act(history) {
    const page = picked(pagesOutside(history), which)!
    await passWithReview(history, BREAKS_MS[after])
    history.stage.courier.isMute = isMute
    if (isMute) history.say('we do not hear of it that')
    await open(history, page, isMute)
    if (!isMute && !history.rights.mayEdit(page.to)) return sendOut(history, page.to)
    const tab = history.tabs.find(({ by, key }) => by === page.to && key === keyOf(page))
    if (!tab?.editor.canEdit) return
    history.stage.elapse(WRITES_AFTER_MS)
    write(history, tab)
  },
})

/** A page that slept comes back as who it was, and something is written in it. */
export const wake = (which: Pick): Deed => ({
  name: `wake ${which}`,
  can: (history) => history.tabs.length < MOST_TABS && sleepers(history).length > 0,
  async act(history) {
    const tab = picked(sleepers(history), which)!
    const { asleep, stage, sight } = history
    asleep.splice(asleep.indexOf(tab), 1)
    try {
      await stage.server.wake(tab.editor)
    } catch (error) {
      if (!(error instanceof EditorRefusal)) throw error
      return history.say(`${showTab(history, tab)} cannot go on: ${error.description}`)
    }
    const isBarred = history.rights.isBarred(tab.by)
    const woken = { ...tab, isBarred, isStale: tab.key !== sight.sessionKey }
    history.say(`${showTab(history, woken)} wakes`)
    if (!tab.editor.canEdit) return history.say('and is sent out at once')
    history.tabs.push(woken)
    write(history, woken)
  },
})

/** Of those who may still edit. */
const sleepers = ({ asleep, rights, disabled }: History): readonly Tab[] =>
  asleep.filter(({ by }) => rights.mayEdit(by) && !disabled.has(by))

/** Somebody whose page is not there just now may change the document no more. */
export const loseRight = (which: Pick, isDisabled: boolean): Deed => ({
  name: `lose the right ${which}${isDisabled ? ' and be disabled' : ''}`,
  can: (history) => history.broken.size === 0 && losers(history).length > 0,
  async act(history) {
    const person = picked(losers(history), which)!
    if (person === guestOf(history.stage.people)) await unshare().act(history)
    else if (isDisabled) await disablePerson(history, person)
    else await withdraw(history, person)
  },
})

/** A minute goes by: it is looked at who may stay. */
export const look = (): Deed => ({
  name: 'look who may stay',
  can: (history) => canPass(history) && history.broken.size === 0,
  async act(history) {
    history.say('a minute passes')
    await passWithReview(history, MINUTE_MS)
  },
})

/** What the document server hands out is not there for so long as a save that is on its way may be kept back here. */
const canPass = ({ stage }: History): boolean => stage.canTravel && stage.courier.held.length === 0

async function passWithReview(history: History, milliseconds: number): Promise<void> {
  const { stage, broken, rights, ledger } = history
  stage.elapse(milliseconds / 2)
  if (broken.size === 0) {
    await stage.reviewOpenings()
    await stage.settled()
    ledger.readLog()
    rights.noteReview()
  }
  stage.elapse(milliseconds / 2)
}

const keyOf = ({ config }: Handed): string => config.document.key

/** Of the present session, where there are any. */
function pagesOutside({ pages, tabs, sight }: History): readonly Handed[] {
  const isOpen = (page: Handed) => tabs.some(({ by, key }) => by === page.to && key === keyOf(page))
  const outside = pages.filter((page) => !isOpen(page))
  const present = outside.filter((page) => keyOf(page) === sight.sessionKey)
  return present.length > 0 ? present : outside
}

/** The owner may always, and the handler is needed. */
function losers(history: History): Person[] {
  const [, ...others] = history.stage.people.all
  const losable = others.filter((person) => person.name !== 'han' && history.rights.mayEdit(person))
  const outside = new Set(pagesOutside(history).map(({ to }) => to))
  return losable.filter((person) => outside.has(person))
}

async function open(
  history: History,
  { config, to: by, isLoggedOut }: Handed,
  isUnheard: boolean
): Promise<void> {
  const { server } = history.stage
  const { key } = config.document
  const name = history.nameOf(key)
  const { secret, now } = server.services
  const isStale = key !== history.sight.sessionKey
  try {
    const editor = await server.open(cameBack(config, secret!, now()))
    const isBarred = history.rights.isBarred(by)
    const tab = { editor, by, key, isStale, isBarred, isUnheard, isLoggedOut }
    if (editor.canEdit) enter(history, tab, config)
    history.say(`${by.name} comes back to ${name}${editor.canEdit ? '' : ', and may only look'}`)
  } catch (error) {
    if (!(error instanceof EditorRefusal)) throw error
    history.say(`${by.name} cannot come back to ${name}: ${error.description}`)
  }
}
