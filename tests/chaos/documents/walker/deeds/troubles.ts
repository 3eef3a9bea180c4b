import type { Recovery } from '../../../../../app/plugins/documents/recovery/recover_lost_saves.js'
import type { Fate } from '../../../../fakes/document_server/courier.js'
import { documentTexts } from '../../../../fakes/document_server/ooxml.js'
import type { Room } from '../../../../fakes/document_server/room.js'
import type { OutputStore } from '../../../../fakes/document_server/output_store.js'
import type { History } from '../history/history.js'
import type { WalkStage } from '../stage/stage.js'
import { LowLimit } from '../stage/troubles/low_limit.js'
import { WRITING, WRITING_AT_ALL, WRITING_WELL, type Trouble } from '../stage/troubles/trouble.js'
import { picked, type Deed, type Pick } from './deed.js'
import { expectReport } from './loss_reports.js'

/** The document server ends without finishing anything, and is back at once. */
export const crash = (fate: Exclude<Fate, 'delivered'>): Deed => ({
  name: `crash ${fate}`,
  can: ({ stage }) => stage.server.rooms.length > 0,
  async act(history) {
    history.say('the document server crashes and comes back')
    const { server, courier } = history.stage
    history.asleep.push(...history.tabs)
    server.crash()
    for (const errand of [...courier.held]) errand.release(fate)
  },
})

/** The document server ends, and is back at once with an empty storage: once. What was on its way is gone as well. */
export const loseStorage = (): Deed => ({
  name: 'lose storage',
  can: ({ stage, ledger }) => stage.server.rooms.length > 0 && ledger.lost.size === 0,
  async act(history) {
    history.say('the document server loses its storage')
    const { stage, ledger } = history
    const { server, courier } = stage
    const kept = server.store.forgottenKeys().flatMap((key) => textsKept(server.store, key))
    const unsaved = server.rooms.flatMap(({ changes }) => changes.changes.map(({ text }) => text))
    for (const text of [...kept, ...unsaved]) ledger.lost.add(text)
    server.crash()
    for (const errand of [...courier.held]) errand.release('request_lost')
    await stage.settled()
    ledger.readLog()
    history.asleep.push(...history.tabs)
    server.loseStorage()
  },
})

function textsKept(store: OutputStore, key: string): string[] {
  const kept = store.forgotten(key)
  return kept ? documentTexts(kept.bytes, kept.extension) : []
}

/** Five minutes go by: what was on its way is given up, and used keys can be opened anew. */
export const letTimePass = (): Deed => ({
  name: 'five minutes',
  can: ({ stage }) => stage.server.rooms.some(({ state }) => state === 'updating'),
  async act(history) {
    history.say('five minutes pass')
    for (const room of history.stage.server.rooms) room.expire()
  },
})

/** A day goes by for sessions in which nobody is, and nothing is unsaved: the document server knows of them no more. */
export const forgetSessions = (): Deed => ({
  name: 'forget sessions',
  can: ({ stage }) => stage.server.rooms.some(isForgettable),
  async act(history) {
    const { server } = history.stage
    for (const room of server.rooms.filter(isForgettable)) {
      history.say(`the document server forgets ${history.nameOf(room.key)}`)
      server.forget(room.key)
    }
  },
})

const isForgettable = ({ state, participants, viewers, changes }: Room): boolean =>
  state === 'open' && participants.length + viewers.size + changes.count === 0

export const sweep = (): Deed => ({
  name: 'sweep',
  can: () => true,
  async act(history) {
    const outcome = await outcomeOfSweep(history)
    if (outcome && outcome.failed > 0) await expectReport(history)
  },
})

async function outcomeOfSweep(history: History): Promise<Recovery | undefined> {
  try {
    const outcome = await history.stage.sweep()
    history.say(`the sweep: ${JSON.stringify(outcome)}`)
    return outcome
  } catch (error) {
    history.say(`the sweep breaks off: ${String(error)}`)
    const { broken, isTroubled } = history
    if (broken.size === 0 && !isTroubled) history.complain(`the sweep broke off: ${String(error)}`)
    return undefined
  }
}

export const strike = (which: Pick): Deed => ({
  name: `break ${which}`,
  can: ({ broken, stage }) => broken.size === 0 && stage.troubles.length > 0,
  act: (history) => breakDown(history, picked(history.stage.troubles, which)!),
})

export const lowerLimit = (): Deed => ({
  name: 'lower limit',
  can: ({ broken, stage }) => broken.size === 0 && limitOf(stage) !== undefined,
  act: (history) => breakDown(history, limitOf(history.stage)!),
})

const WRITINGS = { 'writing': WRITING, 'writing well': WRITING_WELL, 'all writing': WRITING_AT_ALL }

export const breakWriting = (how: keyof typeof WRITINGS = 'writing'): Deed => ({
  name: `break ${how}`,
  can: ({ broken, stage }) => broken.size === 0 && troubleOf(stage, how) !== undefined,
  act: (history) => breakDown(history, troubleOf(history.stage, how)!),
})

const troubleOf = ({ troubles }: WalkStage, how: keyof typeof WRITINGS): Trouble | undefined =>
  troubles.find(({ name }) => name === WRITINGS[how])

const limitOf = ({ troubles }: WalkStage): Trouble | undefined =>
  troubles.find((trouble) => trouble instanceof LowLimit)

async function breakDown(history: History, trouble: Trouble): Promise<void> {
  history.say(`${trouble.name} breaks`)
  history.broken.add(trouble)
  await trouble.strike()
}

export const mend = (): Deed => ({
  name: 'mend',
  can: ({ broken }) => broken.size > 0,
  act: mendAll,
})

export async function mendAll(history: History): Promise<void> {
  for (const trouble of history.broken) {
    await trouble.mend()
    history.say(`${trouble.name} is mended`)
  }
  history.broken.clear()
}
