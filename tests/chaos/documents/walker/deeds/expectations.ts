import type { History } from '../history/history.js'
import { guestOf } from '../stage/people.js'
import type { Answer, Person } from '../stage/person.js'

/** Looks at an answer, and complains of it. */
export type Expectation = (answer: Answer<unknown>) => void

interface Ending {
  /** Whoever edits is sent out first. */
  drop: boolean
  /** It changes the document, so that the document must be changeable. */
  changes: boolean
}

/**
 * What ends the present session must be answered as the document server knows it: refused while somebody is inside,
 * or while changes lie there that are saved nowhere; granted otherwise, at once.
 */
export function expectEnding(history: History, by: Person, ending: Ending): Expectation {
  const { isCrowded, broken, room } = history
  if (isCrowded || broken.size > 0 || isLimited(history, by)) return () => undefined
  if (ending.changes && !history.isChangeable) return expecting(history, [400, 'E_DOCUMENT_STATE'])

  const isHiding = hidesLosses(history)
  const inside = room?.participants.length ?? 0
  if (inside > 0 && !ending.drop) return expecting(history, [409, 'E_BEING_EDITED'])
  if (inside > 0)
    return expecting(history, [200, ''], isHiding ? [409, 'E_UNSAVED_WORK'] : undefined)
  if (room && room.changes.count > 0) return expecting(history, [409, 'E_UNSAVED_WORK'])

  return expecting(history, [200, ''], isHiding ? [409, 'E_UNSAVED_WORK'] : undefined)
}

const isLimited = ({ disabled, rights }: History, person: Person): boolean =>
  disabled.has(person) || rights.withdrawn.has(person)

/** Of two lost saves of its session the document server hands out one: whether the other is in it may not be known. */
function hidesLosses({ stage, sight }: History): boolean {
  return stage.server.store.allForgotten(sight.sessionKey).length > 1
}

/** Whoever asks for it to be saved is answered as the session stands, whatever the document server made of it. */
export function expectSaving(history: History, by: Person): Expectation {
  const { isCrowded, isTroubled, broken, room } = history
  const isGuest = by === guestOf(history.stage.people)
  if (isCrowded || isTroubled || broken.size > 0 || isLimited(history, by) || isGuest)
    return () => undefined
  if (room && room.participants.length > 0) return expecting(history, [200, ''])
  const isUnsaved = room !== undefined && room.changes.count > 0

  return expecting(history, [409, isUnsaved ? 'E_UNSAVED_WORK' : 'E_NOT_EDITED'])
}

type Expected = [status: number, reason: string]

const expecting =
  (history: History, [status, reason]: Expected, other?: Expected): Expectation =>
  (answer) => {
    const isAs = ([wanted, why]: Expected) =>
      answer.status === wanted && (wanted === 200 || answer.reason === why)
    if (isAs([status, reason]) || (other && isAs(other))) return
    const found = `${answer.status} ${answer.reason} “${answer.message}”`
    history.complain(`expected ${status} ${reason}, and it is ${found}`)
  }
