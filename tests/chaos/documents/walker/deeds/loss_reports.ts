import { LowLimit } from '../stage/troubles/low_limit.js'
import { readNotices } from '../oracle/notices.js'
import type { History } from '../history/history.js'
import type { Person } from '../stage/person.js'

const ABOUT_A_VERSION = /version \d/

/** A lost save that is larger than what is taken stays where it is: somebody whose work it is hears of it. */
export async function expectReport(history: History): Promise<void> {
  if (history.isCrowded || ![...history.broken].every((trouble) => trouble instanceof LowLimit))
    return

  const notices = await readNotices(history)
  const told = new Set(
    notices.filter(({ text }) => !ABOUT_A_VERSION.test(text)).map(({ to }) => to)
  )
  const mayKnow = (person: Person) => told.has(person) || history.disabled.has(person)
  for (const key of history.stage.server.store.forgottenKeys()) {
    const authors = history.ledger.changes.filter((change) => change.key === key)
    if (authors.length === 0 || authors.some(({ by }) => mayKnow(by))) continue
    history.complain(`nobody was told that the lost save of ${history.nameOf(key)} cannot be taken`)
  }
}
