import type { Evidence, Version } from '../evidence.js'

/** What is present holds all that was present before it, unless somebody restored an earlier version, or took it back. */
export function* presentGrows(evidence: Evidence): Generator<string> {
  yield* seenAsSaid(evidence)
  for (const [before, after] of turns(evidence)) {
    const { ledger } = evidence.history
    const missing = before.texts.filter(
      (text) => !after.texts.includes(text) && !ledger.changeOf(text)?.isTakenBack
    )
    if (missing.length === 0 || isDeliberate(before, after, evidence)) continue
    if (wasNeverHeard(after, evidence)) continue
    yield `version ${after.no} became present after ${before.no} and lacks ${missing.join(', ')}`
  }
}

function* seenAsSaid({ history, find }: Evidence): Generator<string> {
  for (const no of new Set(history.trail.map(({ versionNo }) => versionNo)))
    if (find(no)?.beside) yield `version ${no} was the present one, and is said to lie beside`
}

/** Somebody restored a version between the two, and this one goes on from there. */
function isDeliberate(before: Version, after: Version, { versions }: Evidence): boolean {
  return versions.some(
    ({ kind, no, texts }) =>
      kind === 'restored' &&
      no > before.no &&
      no <= after.no &&
      texts.every((text) => after.texts.includes(text))
  )
}

/** Of what the document server had written badly it could not say so by then. */
const wasNeverHeard = ({ saves }: Version, { history: { ledger } }: Evidence): boolean =>
  saves.some((save) => {
    const until = ledger.saves.indexOf(save)
    const failures = ledger.failuresOf(save.key).filter((one) => ledger.saves.indexOf(one) < until)
    return failures.length > 0 && !failures.some(({ isHeard }) => isHeard)
  })

/** Every version that does not lie beside was present once, in the order of their numbers. */
function turns({ versions }: Evidence): [Version, Version][] {
  const once = versions.filter(({ beside }) => !beside)

  return once.slice(1).map((version, index) => [once[index]!, version])
}
