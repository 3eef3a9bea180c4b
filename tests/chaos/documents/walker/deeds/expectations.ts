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
  const { isCrowded, broken, disabled, room } = history
  if (isCrowded || broken.size > 0 || disabled.has(by)) return () => undefined
  if (ending.changes && !history.isChangeable) return expecting(history, [400, 'E_DOCUMENT_STATE'])

  const inside = room?.participants.length ?? 0
  if (inside > 0 && !ending.drop) return expecting(history, [409, 'E_BEING_EDITED'])
  if (inside > 0) return expecting(history, [200, ''])
  if (room && room.changes.count > 0) return expecting(history, [409, 'E_UNSAVED_WORK'])

  return expecting(history, [200, ''])
}

/** Whoever asks for it to be saved is answered as the session stands, whatever the document server made of it. */
export function expectSaving(history: History, by: Person): Expectation {
  const { isCrowded, isTroubled, broken, disabled, room } = history
  const isGuest = by === guestOf(history.stage.people)
  if (isCrowded || isTroubled || broken.size > 0 || disabled.has(by) || isGuest)
    return () => undefined
  if (room && room.participants.length > 0) return expecting(history, [200, ''])
  const isUnsaved = room !== undefined && room.changes.count > 0

  return expecting(history, [409, isUnsaved ? 'E_UNSAVED_WORK' : 'E_NOT_EDITED'])
}

const expecting =
  (history: History, [status, reason]: [number, string]): Expectation =>
  (answer) => {
    if (answer.status === status && (status === 200 || answer.reason === reason)) return
    const found = `${answer.status} ${answer.reason} “${answer.message}”`
    history.complain(`expected ${status} ${reason}, and it is ${found}`)
  }
