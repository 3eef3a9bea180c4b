import {
  EditorRefusal,
  type EditorConfiguration,
} from '../../../../fakes/document_server/configuration.js'
import { undelete } from '../deeds/trash.js'
import { enableEverybody } from '../deeds/management.js'
import { takeOutWhatHides } from '../deeds/hiding.js'
import { mendAll } from '../deeds/troubles.js'
import type { History } from './history.js'

const MOST_SWEEPS = 4
const UNDER_WAY_MS = 5 * 60_000

/**
 * Brings a walk to rest: all is mended, what was kept back arrives, everybody leaves, what the document server still
 * keeps is fetched or written, as the next sweeps and the next one to open the document would have it.
 */
export async function close(history: History): Promise<void> {
  history.say('— all is brought to rest')
  await mendAll(history)
  await leaveBarred(history)
  await enableEverybody(history)
  await deliverAll(history)
  await leaveAll(history)
  if (history.sight.isDeleted) await undelete(history, 0)
  await history.settle()
  await sweepUntilQuiet(history, (key) => !hasUnsaved(history, key))
  await writeWhatIsLeft(history)
  letBeLeft(history)
  await sweepUntilQuiet(history, () => true)
  if (history.ledger.lost.size > 0) await history.stage.lookAfter(history.id)
  await history.settle()
}

async function deliverAll(history: History): Promise<void> {
  const { courier } = history.stage
  courier.isOver = true
  for (const errand of [...courier.held]) {
    errand.release()
    await history.settle()
  }
}

/** What they wrote arrives before they have the right again, where nobody else is inside. */
async function leaveBarred(history: History): Promise<void> {
  for (const { editor, by } of [...history.tabs])
    if (!history.rights.mayEdit(by)) void editor.close()
  await history.settle()
}

async function leaveAll(history: History): Promise<void> {
  for (const { editor } of [...history.tabs]) void editor.close()
  await history.settle()
}

/** What goes on from a lost save, and is unsaved, waits for the next one to open it. */
function hasUnsaved({ stage }: History, key: string): boolean {
  return (stage.server.room(key)?.changes.count ?? 0) > 0
}

/** @param isDue whether what is lost under a key must come by then */
async function sweepUntilQuiet(history: History, isDue: (key: string) => boolean): Promise<void> {
  for (let round = 1; round <= MOST_SWEEPS; round++) {
    const outcome = await history.stage.sweep({ evenWaiting: true })
    history.say(`the sweep: ${JSON.stringify(outcome)}`)
    await history.settle()
    if (!history.stage.server.store.forgottenKeys().some(isDue)) return
    if (outcome.hidden) await takeOutWhatHides(history)
  }
  history.complain('the sweep leaves lost saves where they are, however often it runs')
}

/** What is unsaved in a session into which nobody is let any more is waited for: what is lost of it stays so long. */
function letBeLeft({ stage }: History): void {
  const { store, rooms } = stage.server
  const lost = new Set(store.forgottenKeys())
  const isLeft = rooms.some(({ key, changes }) => changes.count > 0 && lost.has(key))
  if (isLeft) stage.elapse(UNDER_WAY_MS)
}

/** After a crash, and after a save that could not be written, changes are saved when the next one leaves. */
async function writeWhatIsLeft(history: History): Promise<void> {
  for (const room of history.stage.server.rooms) room.expire()
  if (!history.isChangeable) return
  const path = `${history.path}/editor-config`
  const config = await history.person(0).need<EditorConfiguration>('GET', path)
  try {
    const editor = await history.stage.server.open(config)
    history.say(`ann opens ${history.nameOf(config.document.key)} and leaves`)
    void editor.close()
  } catch (error) {
    if (!(error instanceof EditorRefusal)) throw error
    history.complain(`the document cannot be opened in the end: ${error.description}`)
  }
  await history.settle()
}
