import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history/history.js'
import type { Person } from '../stage/person.js'

const CHECKS = 40
const BETWEEN_MS = 25

/** Somebody is sent out soon after it is decided, not at the same instant. */
export async function awaitAbsence(history: History, person: Person): Promise<void> {
  const isInside = () =>
    history.tabs.some(({ by, key, editor }) => {
      return by === person && key === history.sight.sessionKey && editor.canEdit
    })
  for (let check = 0; check < CHECKS && isInside(); check++) await pause(BETWEEN_MS)
}
