import {
  EditorRefusal,
  type EditorConfiguration,
} from '../../../../fakes/document_server/configuration.js'
import type { Editor } from '../../../../fakes/document_server/editor.js'
import { ForcedBy } from '../../../../fakes/document_server/forced_saves.js'
import type { Handed, History, Tab } from '../history.js'
import type { Person } from '../stage/person.js'
import type { Hold } from '../stage/walk_courier.js'
import { picked, type Deed, type Pick } from './deed.js'

const MOST_TABS = 4

const SHOWN: Record<Hold, string> = {
  nowhere: '',
  turn: '; the save is held before it is written',
  way: '; the save is held on its way',
  lost: '; the first request is lost, the retry held',
}

export const show = (history: History, { by, editor }: Tab): string =>
  `${by.name} (${history.nameOf(editor.room.key)})`

export const hasTabs = ({ tabs }: History): boolean => tabs.length > 0

export const hasRoom = ({ tabs }: History): boolean => tabs.length < MOST_TABS

/** Asks for a configuration with which to edit; nothing where there is none. */
async function configurationOf(history: History, by: Person): Promise<Handed | undefined> {
  const answer = await by.call<EditorConfiguration>('GET', `${history.path}/editor-config`)
  const isEditing = answer.status === 200 && answer.data.editorConfig.mode === 'edit'
  if (!isEditing) history.say(`${by.name} may not edit: ${answer.status}`)
  return isEditing ? { config: answer.data, to: by } : undefined
}

async function open(history: History, { config, to: by }: Handed, obeys: boolean): Promise<void> {
  const name = history.nameOf(config.document.key)
  try {
    const editor = await history.stage.server.open(config)
    enter(history, { editor, by }, obeys)
    const how = editor.canEdit ? 'opens' : 'may only look at'
    history.say(`${by.name} ${how} ${name}${obeys ? '' : ', in a page that ignores “drop”'}`)
  } catch (error) {
    if (!(error instanceof EditorRefusal)) throw error
    history.say(`${by.name} cannot open ${name}: ${error.description}`)
  }
}

function enter(history: History, tab: Tab, obeys: boolean): void {
  tab.editor.obeys = obeys
  history.tabs.push(tab)
}

export const join = (who: Pick, obeys: boolean): Deed => ({
  name: `join ${who} ${obeys}`,
  can: (history) => history.isUp && hasRoom(history),
  async act(history) {
    const handed = await configurationOf(history, picked(history.writers, who)!)
    if (handed) await open(history, handed, obeys)
  },
})

/** The page is loaded, and opens later. */
export const ask = (who: Pick): Deed => ({
  name: `ask ${who}`,
  can: ({ isUp }) => isUp,
  async act(history) {
    const by = picked(history.writers, who)!
    const handed = await configurationOf(history, by)
    if (!handed) return
    history.handed.push(handed)
    history.say(`${by.name} is given ${history.nameOf(handed.config.document.key)}`)
  },
})

/** Without the service only what the document server has already can be opened. */
export const openHanded = (which: Pick, obeys: boolean): Deed => ({
  name: `open handed ${which} ${obeys}`,
  can: (history) => history.isUp && hasRoom(history) && history.handed.length > 0,
  async act(history) {
    const handed = picked(history.handed, which)!
    history.handed.splice(history.handed.indexOf(handed), 1)
    await open(history, handed, obeys)
  },
})

export const edit = (which: Pick): Deed => ({
  name: `edit ${which}`,
  can: hasTabs,
  async act(history) {
    const tab = picked(history.tabs, which)!
    if (!tab.editor.canEdit) return
    const text = history.stage.ledger.write(tab.by, tab.editor.room.key)
    tab.editor.edit(text)
    history.say(`${show(history, tab)} writes ${text}`)
  },
})

export const undo = (which: Pick, isAll: boolean): Deed => ({
  name: `undo ${which} ${isAll}`,
  can: hasTabs,
  async act(history) {
    const tab = picked(history.tabs, which)!
    const undone = undoIn(tab.editor, isAll)
    for (const text of undone) history.stage.ledger.undone.add(text)
    history.say(`${show(history, tab)} undoes ${undone.join(', ') || 'nothing'}`)
  },
})

function undoIn(editor: Editor, isAll: boolean): string[] {
  const text = editor.canEdit ? editor.takeBack() : undefined
  if (text === undefined) return []
  return isAll ? [text, ...undoIn(editor, isAll)] : [text]
}

export const leave = (which: Pick, hold: Hold): Deed => ({
  name: `leave ${which} ${hold}`,
  can: hasTabs,
  async act(history) {
    const tab = picked(history.tabs, which)!
    history.stage.courier.hold = hold
    void tab.editor.close()
    history.say(`${show(history, tab)} leaves${SHOWN[hold]}`)
  },
})

export const force = (which: Pick, by: 'button' | 'timer', hold: Hold): Deed => ({
  name: `force ${which} ${by} ${hold}`,
  can: hasTabs,
  async act(history) {
    const tab = picked(history.tabs, which)!
    if (!tab.editor.canEdit) return
    history.stage.courier.hold = hold
    const { code } = tab.editor.startForceSave(ForcedBy[by])
    history.say(`${show(history, tab)} saves by ${by}: ${code}${SHOWN[hold]}`)
  },
})
