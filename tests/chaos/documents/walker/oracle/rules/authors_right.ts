import type { Person } from '../../stage/person.js'
import type { Evidence, Version } from '../evidence.js'

/**
 * A version is put down to whoever changed last in its session. Of a save that the sweep brought, only the key is known:
 * then it is somebody who changed something in that session, or nobody, where none of them was ever heard of, or several
 * were, or were let in. So it is of one that goes on from a lost save in which nothing more was changed. Whoever only looked is the author
 * of nothing, unless nobody else was heard of.
 */
export function* authorsRight(evidence: Evidence): Generator<string> {
  for (const version of evidence.versions) {
    const expected = authorsOf(version, evidence)
    if (expected.length === 0 || expected.some(({ id }) => id === version.authorId)) continue
    if (isOpen(version, expected, evidence)) continue
    const names = expected.map(({ name }) => name).join(' or ')
    yield `version ${version.no} (${version.texts.join(' ')}) is put down to ${nameOf(version, evidence)}, not to ${names}`
  }
}

function authorsOf({ texts, saves }: Version, { history }: Evidence): Person[] {
  const [save] = saves
  if (!save) return []
  const own = texts.flatMap((text) => history.ledger.changeOf(text) ?? [])
  const ofKey = own.filter(({ key }) => key === save.key).map(({ by }) => by)

  const isTold =
    saves.some(({ isAcknowledged }) => isAcknowledged) &&
    !saves.some(({ isContinued }) => isContinued)

  return isTold ? ofKey.slice(-1) : ofKey
}

/**
 * Whoever took back the last change has changed last. What the service has heard leaves open whose it is; or, where it heard of none of them, names another. So it is where
 * something was taken back in what goes on from a lost save: that is in no history, and whoever is named may have done it.
 */
function isOpen({ saves, authorId }: Version, people: readonly Person[], { history }: Evidence) {
  return saves.every(({ key, isAcknowledged, isContinued, heard, named }) => {
    if (String(authorId) === named && history.ledger.tookBackIn(key, named)) return true
    if (isAcknowledged && !isContinued) return false
    if (isContinued && String(authorId) === named && isTakenBackIn(key, history)) return true
    const isUnheard = people.every(({ id }) => !heard.has(String(id)))

    const isNamable = authorId === null || history.ledger.mayHaveComeIn(key, authorId)
    return (isUnheard && isNamable) || (authorId === null && history.ledger.mayBeOfSeveral(key))
  })
}

function isTakenBackIn(key: string, { ledger }: Evidence['history']): boolean {
  return ledger.changes.some((change) => change.key === key && change.isTakenBack)
}

function nameOf({ authorId }: Version, { history }: Evidence): string {
  return (
    history.stage.people.all.find(({ id }) => id === authorId)?.name ??
    (authorId === null ? 'nobody' : `user ${authorId}`)
  )
}
