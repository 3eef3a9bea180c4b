import { currentAbortSignal, currentPlace } from '#kernel/acting/main'
import type { FairTurns } from './fair_turns.js'

/**
 * Does work in a turn of whoever acts: people take turns, however much one of them has waiting, and so do they and the
 * service itself. Who hangs up before leaves the line.
 *
 * @throws as `FairTurns` does
 */
export function inOwnTurn<Result>(turns: FairTurns, work: () => Promise<Result>): Promise<Result> {
  return turns.run(currentPlace(), work, currentAbortSignal())
}
