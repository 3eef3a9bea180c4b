import { documentTexts } from '../../../../fakes/document_server/ooxml.js'
import type { History } from '../history/history.js'
import type { Change, SentSave } from '../history/ledger.js'
import { handlerOf } from '../stage/people.js'
import type { Answer, Person } from '../stage/person.js'
import type { Hold } from '../stage/walk_courier.js'
import { picked, type Deed, type Pick } from './deed.js'
import { awaitAbsence } from './absence.js'
import { expectEnding, expectSaving } from './expectations.js'

const dropping = (drop: boolean): string => (drop ? '?drop=true' : '')
const showDrop = (drop: boolean): string => (drop ? ', sending out whoever edits' : '')

export const restore = (who: Pick, which: Pick, drop: boolean): Deed => ({
  name: `restore ${who} ${which}${showDrop(drop)}`,
  can: ({ sight }) => !sight.isDeleted,
  async act(history) {
    const by = history.person(who)
    const no = 1 + (which % history.sight.lastVersionNo)
    const expected = expectEnding(history, by, { drop, changes: true })
    const path = `${history.path}/versions/${no}/restore${dropping(drop)}`
    const answer = await by.call<{ no: number }>('POST', path)
    const made = answer.status === 200 ? ` as version ${answer.data.no}` : ''
    history.say(`${by.name} restores version ${no}${made}${showDrop(drop)}: ${answer.status}`)
    if (answer.reason !== 'E_SUBMITTED_FORM') expected(answer)
  },
})

export const submit = (who: Pick, drop: boolean): Deed => ({
  name: `submit ${who}${showDrop(drop)}`,
  can: ({ sight }) => !sight.isDeleted,
  async act(history) {
    const by = history.person(who)
    const expected = expectEnding(history, by, { drop, changes: true })
    const handlerIds = [handlerOf(history.stage.people).id]
    const path = `${history.path}/submit${dropping(drop)}`
    const answer = await by.call<{ versionNo: number }>('POST', path, { handlerIds })
    history.say(`${by.name} submits it${showDrop(drop)}: ${answer.status} ${answer.reason}`)
    if (answer.status === 200) history.submittedNo = answer.data.versionNo
    if (answer.status === 0 || answer.status >= 500) history.submittedNo = undefined
    if (!isOwnWork(history, by, answer)) expected(answer)
  },
})

/** Nobody judges what they submitted, or what was saved as theirs alone. */
function isOwnWork(history: History, by: Person, { reason }: Answer<unknown>): boolean {
  const han = handlerOf(history.stage.people)
  const { ledger } = history
  ledger.readLog()
  const hasWritten = ledger.changes.some((change) => change.by === han)
  const isHans = by === han || hasWritten || ledger.saves.some(({ named }) => named === `${han.id}`)

  return isHans && reason === 'E_VALIDATION'
}

export const review = (decision: 'approve' | 'return'): Deed => ({
  name: decision,
  can: ({ sight }) => sight.status === 'in_review' && !sight.isDeleted,
  async act(history) {
    const han = handlerOf(history.stage.people)
    const answer = await han.call('POST', `${history.path}/review`, { decision })
    history.say(`han decides to ${decision}: ${answer.status} ${answer.reason}`)
    if (answer.status === 200 && decision === 'return') history.submittedNo = undefined
  },
})

export const remove = (who: Pick, drop: boolean): Deed => ({
  name: `delete ${who}${showDrop(drop)}`,
  can: ({ sight }) => !sight.isDeleted,
  async act(history) {
    const by = history.person(who)
    const expected = expectEnding(history, by, { drop, changes: false })
    const answer = await by.call('DELETE', `${history.path}${dropping(drop)}`)
    history.say(`${by.name} deletes it${showDrop(drop)}: ${answer.status} ${answer.reason}`)
    expected(answer)
  },
})

export const rename = (who: Pick): Deed => ({
  name: `rename ${who}`,
  can: ({ sight, titles }) => !sight.isDeleted && titles.length < 4,
  async act(history) {
    const by = history.person(who)
    const title = `${history.titles[0]} ${'anew '.repeat(history.titles.length)}`.trim()
    const answer = await by.call('PUT', history.path, { title })
    history.say(`${by.name} renames it: ${answer.status} ${answer.reason}`)
    if (answer.status === 200) history.titles.push(title)
  },
})

/** Asks our service to have it saved. What it answers must hold all that was written before. */
export const forceByRequest = (who: Pick): Deed => ({
  name: `force by request ${who}`,
  can: ({ sight }) => !sight.isDeleted,
  act: (history) => askToSave(history, history.person(who)),
})

/** Two ask at once, and the document server turns one of them away for the moment. */
export const forceTwice = (who: Pick): Deed => ({
  name: `force twice ${who}`,
  can: ({ sight, room }) => !sight.isDeleted && room?.state === 'open',
  async act(history) {
    const { faults } = history.stage.server
    const asking = [who, who + 1].map((one) => history.person(one))
    faults.busy = 1
    history.say('two ask at once, and one is turned away for the moment:')
    await Promise.all(asking.map((by) => askToSave(history, by)))
    delete faults.busy
  },
})

async function askToSave(history: History, by: Person): Promise<void> {
  const written = textsUnderWay(history)
  const { held } = history.stage.courier
  const isUnderWay = held.some(({ key }) => key === history.sight.sessionKey)
  history.isTroubled ||= isUnderWay || sendsBadlyWritten(history)
  const expected = expectSaving(history, by)
  const answering = by.call<{ no: number; fileType: string }>('POST', `${history.path}/force-save`)
  const overtaken = await letForcedSavesGo(history)
  const answer = await answering
  const what = answer.status === 200 ? `version ${answer.data.no}` : answer.reason
  const meanwhile = overtaken ? ' while another save is under way' : ''
  history.say(`${by.name} asks for it to be saved${meanwhile}: ${answer.status} ${what}`)
  expected(answer)
  const isJudged = !history.isCrowded && history.broken.size === 0 && !goesOnFromBad(history)
  if (answer.status === 200 && isJudged) await expectTexts(history, answer.data, written)
}

/** What comes of a session that goes on from a file that was written badly lies beside: the answer is what is present. */
function goesOnFromBad({ room, ledger, sight }: History): boolean {
  const isBad = ({ key, isFailed, isHeard }: SentSave) =>
    key === sight.sessionKey && isFailed && isHeard
  return Boolean(room?.isContinued) && ledger.saves.some(isBad)
}

/** Whoever asks gets what was written badly once more, until somebody changes something. */
function sendsBadlyWritten({ room }: History): boolean {
  return (room?.forced?.written?.save.missing.length ?? 0) > 0
}

/**
 * After a crash the document server does not know that they are to be saved, and says that nothing has changed. Nor does it
 * have what was missing where its session went on from a lost save.
 */
function textsUnderWay({ sight: { sessionKey: key }, room, ledger }: History): string[] {
  const isOpen = room?.state === 'open' && room.forced !== undefined
  const there = isOpen ? new Set(documentTexts(room.content, room.fileType)) : new Set()
  const isDue = (one: Change): boolean => one.key === key && !one.isTakenBack && there.has(one.text)

  return isOpen ? ledger.changes.filter(isDue).map(textOf) : []
}

const textOf = ({ text }: { text: string }): string => text

async function letForcedSavesGo(history: History): Promise<boolean> {
  const { server, courier } = history.stage
  const forced = courier.held.filter(
    ({ key, status }) => key === history.sight.sessionKey && (status === 6 || status === 7)
  )
  if (forced.length === 0) return false
  await server.log.waitFor(({ kind }) => kind === 'command', 5_000).catch(() => undefined)
  for (const errand of forced) errand.release()

  return true
}

async function expectTexts(
  history: History,
  { no, fileType }: { no: number; fileType: string },
  written: readonly string[]
): Promise<void> {
  const texts = await history.textsOf(no, fileType)
  const { ledger } = history
  ledger.readLog()
  const missing = written.filter(
    (text) => !texts.includes(text) && !ledger.lost.has(text) && !liesBeside(text, history)
  )
  if (missing.length > 0)
    history.complain(`version ${no}, answered to a forced save, lacks ${missing.join(', ')}`)
}

/** What was saved already, and written without the right, is in a version of its own. */
const liesBeside = (text: string, { ledger }: History): boolean =>
  ledger.changeOf(text)?.right !== undefined &&
  ledger.saves.some(({ isAcknowledged, texts }) => isAcknowledged && texts.includes(text))

export const disable = (which: Pick, hold: Hold = 'nowhere'): Deed => ({
  name: `disable ${which} ${hold}`,
  can: ({ disabled, broken }) => disabled.size === 0 && broken.size === 0,
  async act(history) {
    const person = picked(
      [1, 2].map((index) => history.person(index)),
      which
    )!
    history.stage.courier.hold = hold
    await disablePerson(history, person)
  },
})

export async function disablePerson(history: History, person: Person): Promise<void> {
  history.disabled.add(person)
  for (const page of history.pages) page.isLoggedOut ||= page.to === person
  history.say(`the administrator disables ${person.name}`)
  await setStatus(history, person, 'disabled')
  await awaitAbsence(history, person)
}

export const enable = (): Deed => ({
  name: 'enable',
  can: ({ disabled, rights, broken }) =>
    disabled.size + rights.withdrawn.size > 0 && broken.size === 0,
  act: enableEverybody,
})

export async function enableEverybody(history: History): Promise<void> {
  for (const person of history.rights.withdrawn) await giveBack(history, person)
  for (const person of history.disabled) {
    history.ledger.regain(person)
    await setStatus(history, person, 'enabled')
    history.say(`the administrator enables ${person.name}`)
  }
  history.disabled.clear()
}

/** They may look, and change nothing any more. */
export async function withdraw(history: History, person: Person): Promise<void> {
  history.rights.withdrawn.add(person)
  history.say(`the administrator withdraws the right to change documents from ${person.name}`)
  const { status } = await history.stage.setRight(person, false)
  if (status !== 200) history.complain(`the right cannot be withdrawn: ${status}`)
  await awaitAbsence(history, person)
}

async function giveBack(history: History, person: Person): Promise<void> {
  history.ledger.regain(person)
  const { status } = await history.stage.setRight(person, true)
  if (status !== 200) history.complain(`the right cannot be given back: ${status}`)
  history.rights.withdrawn.delete(person)
  history.say(`the administrator gives ${person.name} the right again`)
}

async function setStatus(
  history: History,
  person: Person,
  status: 'enabled' | 'disabled'
): Promise<void> {
  const answer = await history.stage.setStatus(person, status)
  if (answer.status !== 200 && history.broken.size === 0)
    history.complain(`${person.name} cannot be ${status}: ${answer.status} ${answer.message}`)
}
