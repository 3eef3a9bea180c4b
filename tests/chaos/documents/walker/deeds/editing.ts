import {
  EditorRefusal,
  type EditorConfiguration,
} from '../../../../fakes/document_server/configuration.js'
import { ForcedBy } from '../../../../fakes/document_server/forced_saves.js'
import type { Handed, History, Tab } from '../history/history.js'
import { guestOf } from '../stage/people.js'
import type { Person } from '../stage/person.js'
import type { Hold } from '../stage/walk_courier.js'
import { awaitAbsence } from './absence.js'
import { picked, type Deed, type Pick } from './deed.js'

export const MOST_TABS = 4

/** Of a configuration that is too old. */
const EXPIRED = 4005

export const showTab = (history: History, { by, key }: Tab): string =>
  `${by.name} (${history.nameOf(key)})`

const showHold: Record<Hold, string> = {
  nowhere: '',
  turn: '; the save waits to be made',
  way: '; the save is on its way',
  lost: '; its request is lost',
}

/** Asks for a configuration with which to edit; nothing where it is not to be had. */
async function configurationFor(history: History, by: Person): Promise<Handed | undefined> {
  const answer = await by.call<EditorConfiguration>('GET', `${history.path}/editor-config`)
  const mode = answer.data?.editorConfig?.mode
  const isGuest = by === guestOf(history.stage.people) && history.sharedTo !== 'edit'
  const may = history.isChangeable && history.rights.mayEdit(by)
  if (isGuest && mode === 'edit' && !history.isCrowded) history.complain('eve may edit')
  if (may && mode !== 'edit' && !history.isCrowded && history.broken.size === 0)
    history.complain(`${by.name} cannot edit: ${answer.status} ${answer.message} ${mode}`)

  if (mode !== 'edit') return undefined
  history.ledger.letIn(answer.data.document.key, by)

  return { config: answer.data, to: by }
}

/** The address of a content serves nobody who may no longer see it. */
const maySee = (history: History, person: Person): boolean =>
  !history.disabled.has(person) &&
  (person !== guestOf(history.stage.people) || history.sharedTo !== undefined)

const canBeOpened = ({ isChangeable, isCrowded }: History): boolean => isChangeable && !isCrowded

/** With what was handed out to them before they come in all the same, until somebody looks. */
export async function sendOut(history: History, person: Person): Promise<void> {
  if (history.broken.size > 0) return
  await history.stage.reviewOpenings()
  await awaitAbsence(history, person)
}

/** They are inside, and their page can come back. */
export function enter(history: History, tab: Tab, config: EditorConfiguration): void {
  const { tabs, pages } = history
  tabs.push(tab)
  const isSame = ({ config: { document }, to }: Handed) => to === tab.by && document.key === tab.key
  const same = pages.find(isSame)
  if (same) same.isLoggedOut = tab.isLoggedOut
  else pages.push({ config, to: tab.by })
}

async function open(history: History, { config, to: by }: Handed): Promise<void> {
  const { key } = config.document
  const name = history.nameOf(key)
  const isStale = key !== history.sight.sessionKey
  try {
    const editor = await history.stage.server.open(config)
    if (editor.canEdit) enter(history, { editor, by, key, isStale }, config)
    history.say(`${by.name} opens ${name}${editor.canEdit ? '' : ', and may only look'}`)
  } catch (error) {
    if (!(error instanceof EditorRefusal)) throw error
    history.say(`${by.name} cannot open ${name}: ${error.description}`)
    if (error.code === EXPIRED) return
    if (maySee(history, by) && history.broken.size === 0 && !isStale && canBeOpened(history))
      history.complain(`the document server could not open ${name}`)
  }
}

export const join = (who: Pick, isMute: boolean): Deed => ({
  name: `join ${who}${isMute ? ' unheard' : ''}`,
  can: ({ tabs }) => tabs.length < MOST_TABS,
  async act(history) {
    const by = history.person(who)
    const handed = await configurationFor(history, by)
    if (!handed) return history.say(`${by.name} may not edit`)
    history.stage.courier.isMute = isMute
    if (isMute) history.say('we do not hear of it that')
    await open(history, handed)
  },
})

export const ask = (who: Pick): Deed => ({
  name: `ask ${who}`,
  can: ({ handed }) => handed.length < 2,
  async act(history) {
    const by = history.person(who)
    const handed = await configurationFor(history, by)
    if (!handed) return history.say(`${by.name} may not edit`)
    history.handed.push(handed)
    history.say(`${by.name} is given ${history.nameOf(handed.config.document.key)}`)
  },
})

export const openLate = (which: Pick): Deed => ({
  name: `open late ${which}`,
  can: ({ handed, tabs }) => handed.length > 0 && tabs.length < MOST_TABS,
  async act(history) {
    const handed = picked(history.handed, which)!
    history.handed.splice(history.handed.indexOf(handed), 1)
    await open(history, handed)
    if (!history.rights.mayEdit(handed.to)) await sendOut(history, handed.to)
  },
})

export const edit = (which: Pick): Deed => ({
  name: `edit ${which}`,
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    const tab = picked(history.tabs, which)
    if (!tab?.editor.canEdit) return
    write(history, tab)
  },
})

export function write(history: History, tab: Tab): void {
  const { by, key, isStale } = tab
  const text = history.ledger.nextText(by)
  tab.editor.edit(text)
  const right = history.rights.of(tab)
  history.ledger.changes.push({ text, by, key, isStale, right })
  history.say(`${showTab(history, tab)} writes ${text}${SHOWN_RIGHTS[right ?? 'held']}`)
}

const SHOWN_RIGHTS = {
  held: '',
  lost: ', without the right',
  unclear: ', perhaps without the right',
}

/** What was written last, by whoever is alone inside. */
export const takeBack = (which: Pick): Deed => ({
  name: `take back ${which}`,
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    const tab = picked(history.tabs, which)
    if (!tab?.editor.canEdit || history.rights.of(tab)) return
    const text = tab.editor.takeBack()
    const change = text === undefined ? undefined : history.ledger.changeOf(text)
    if (!change) return
    change.isTakenBack = true
    history.say(`${showTab(history, tab)} takes ${text} back`)
  },
})

export const leave = (which: Pick, hold: Hold, isMute: boolean): Deed => ({
  name: `leave ${which} ${hold}${isMute ? ' unheard' : ''}`,
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    const tab = picked(history.tabs, which)
    if (!tab) return
    Object.assign(history.stage.courier, { hold, isMute })
    history.say(`${showTab(history, tab)} leaves${isMute ? ', unheard' : ''}${showHold[hold]}`)
    history.tabs.splice(history.tabs.indexOf(tab), 1)
    history.asleep.push(tab)
    void tab.editor.close()
  },
})

/** Whichever session somebody is in ends. */
export const leaveAll = (): Deed => ({
  name: 'leave all',
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    for (const tab of history.tabs.splice(0)) {
      history.say(`${showTab(history, tab)} leaves`)
      history.asleep.push(tab)
      void tab.editor.close()
    }
  },
})

/**
 * Not where changes were made before a crash of the document server, which it would leave out; nor of lost work in which
 * nothing more was changed: a save that is asked for then names whoever submitted the form.
 */
export const submitForm = (which: Pick, hold: Hold): Deed => ({
  name: `submit form ${which} ${hold}`,
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    const tab = picked(history.tabs, which)
    if (!tab?.editor.canEdit) return
    const { forced, changes, isContinued } = tab.editor.room
    if (!forced && (changes.count > 0 || isContinued)) return
    history.stage.courier.hold = hold
    const formData = [{ key: 'field', value: changes.last?.text ?? '' }]
    const { code } = tab.editor.startForceSave(ForcedBy.form, undefined, formData)
    const outcome = code === 0 ? showHold[hold] : `: nothing (${code})`
    history.say(`${showTab(history, tab)} submits the form${outcome}`)
  },
})

/** By the button, or by the server's own clock. */
export const force = (which: Pick, by: 'button' | 'timer' | 'internal', hold: Hold): Deed => ({
  name: `force ${which} ${by} ${hold}`,
  can: ({ tabs }) => tabs.length > 0,
  async act(history) {
    const tab = picked(history.tabs, which)
    if (!tab?.editor.canEdit) return
    history.stage.courier.hold = hold
    const { code } = tab.editor.startForceSave(ForcedBy[by])
    const outcome = code === 0 ? showHold[hold] : `: nothing (${code})`
    history.say(`${showTab(history, tab)} saves by ${by}${outcome}`)
  },
})
