import type { History } from '../../history/history.js'
import { guestOf } from '../../stage/people.js'

/** Whoever is disabled, or has a document taken back, is not in its session any more, unless they came back unheard. */
export function* sentOut(history: History): Generator<string> {
  const { isCrowded, isTroubled, tabs, disabled, sharedTo, sight } = history
  if (isCrowded || isTroubled) return
  const eve = guestOf(history.stage.people)
  for (const { by, key, isUnheard } of tabs) {
    if (key !== sight.sessionKey || isUnheard) continue
    if (disabled.has(by)) yield `${by.name} is disabled and goes on editing`
    if (by === eve && sharedTo !== 'edit') yield `eve goes on editing what is not hers any more`
  }
}
