import fc from 'fast-check'
import { BEGINNINGS } from './history/beginning.js'
import { close } from './history/closing.js'
import { History } from './history/history.js'
import { judgeWalk } from './oracle/oracle.js'
import type { WalkStage } from './stage/stage.js'
import { steps } from './deeds/deeds.js'
import { foundWay } from '../../walks/found_way.js'
import { LastRun } from '../../walks/last_run.js'
import { Wrong } from '../../walks/wrong.js'

export interface WalkOptions {
  histories: number
  seed: number
  /** Of one history. */
  mostSteps: number
  /** To one counterexample, as it was printed. */
  path?: string
  replayPath?: string
  /** The document server may lose its storage on the way. Default: no. */
  losses?: boolean
  /** Complaints that are left out. */
  known?: RegExp
  /** What is found by then is told, though a shorter way there may be left; default: no end. */
  longestMs?: number
  /** Called after each history. */
  onEnd?: (count: number) => void
}

export interface Walked {
  /** What was found wrong, shrunk to the shortest way there. */
  found?: string
  /** Histories that were right. */
  count: number
  /** In all of them together. */
  steps: number
}

export async function walk(stage: WalkStage, options: WalkOptions): Promise<Walked> {
  const { histories: numRuns, seed, path, mostSteps } = options
  const walked: Walked = { count: 0, steps: 0 }
  let begun = 0
  const beginning = fc.constantFrom(...BEGINNINGS)
  const under = new LastRun()
  const property = fc.asyncProperty(
    steps(mostSteps, options),
    beginning,
    rarely,
    under.noting(async (commands, kind, isUndated) => {
      const history = await History.begin(stage, ++begun, { kind, isUndated }, options.known)
      try {
        await fc.asyncModelRun(() => ({ model: history, real: history }), commands)
        await close(history)
        await judgeWalk(history)
      } catch (error) {
        if (!(error instanceof Wrong)) history.complain(textOf(error))
      }
      if (history.complaints.length > 0) throw new Wrong(history)
      walked.count++
      walked.steps += history.steps
      options.onEnd?.(walked.count)
    })
  )
  const details = await fc.check(property, {
    ...{ numRuns, seed, path, endOnFailure: false },
    interruptAfterTimeLimit: options.longestMs,
  })
  await under.ended()

  return details.failed ? { ...walked, found: foundWay(details) } : walked
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** One in three: shrunk, it is not so. */
const rarely = fc.nat(2).map((number) => number === 2)
