import { FairTurns, inOwnTurn } from '#kernel/workers/main'

/** Fewer at once than turns of changes to anything that is imported; each that waits keeps its file in memory. */
const turns = new FairTurns({
  atOnce: 2,
  ofOne: 1,
  mostWaiting: 16,
  mostInLine: 4,
  busy: 'Too many imports wait for their turn; send the file again in a moment',
})

/**
 * Carries out an import of a file that has come, in a turn of whoever acts: one of one person at a time.
 *
 * @throws E_TOO_MANY_REQUESTS, or Overloaded (503), where too many wait; why whoever asked is gone
 */
export function inImportTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return inOwnTurn(turns, work)
}
