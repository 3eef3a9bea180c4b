import fc from 'fast-check'
import { History } from './history.js'
import type { Stage } from './stage/stage.js'
import { steps } from './steps/steps.js'
import { foundWay } from '../walks/found_way.js'
import { LastRun } from '../walks/last_run.js'
import { Wrong } from '../walks/wrong.js'

export interface WalkOptions {
  /** Of all histories together, at least. */
  steps: number
  seed: number
  /** Of one history. */
  mostSteps: number
  /** To one counterexample, as it was printed. */
  path?: string
  replayPath?: string
  /** What is found by then is told, though a shorter way there may be left; default: no end. */
  longestMs?: number
  onEnd?: (steps: number) => void
}

export interface Walked {
  /** What was found wrong, shrunk to the shortest way there. */
  found?: string
  /** Until then. */
  steps: number
  histories: number
}

export async function walk(stage: Stage, options: WalkOptions): Promise<Walked> {
  const { seed, path, replayPath, mostSteps, longestMs } = options
  const walked: Walked = { steps: 0, histories: 0 }
  let isFound = false
  const under = new LastRun()
  const property = fc.asyncProperty(
    steps(stage.operations, mostSteps, replayPath),
    fc.nat(),
    under.noting(async (commands, lacking) => {
      if (!isFound && walked.steps >= options.steps) return
      const history = await History.begin(stage, lacking)
      try {
        if (history.complaints.length > 0) throw new Wrong(history)
        await fc.asyncModelRun(() => ({ model: history, real: history }), commands)
      } catch (error) {
        if (!isFound) walked.steps += history.steps
        isFound = true
        throw error
      }
      if (isFound) return
      walked.steps += history.steps
      walked.histories++
      options.onEnd?.(walked.steps)
    })
  )
  // Histories are half as long as they may be, on average; there are enough of them by far.
  const numRuns = path === undefined ? 10 + Math.ceil((options.steps * 8) / mostSteps) : 1
  const details = await fc.check(property, {
    numRuns,
    seed,
    path,
    interruptAfterTimeLimit: longestMs,
  })
  await under.ended()
  return details.failed ? { ...walked, found: foundWay(details) } : walked
}
