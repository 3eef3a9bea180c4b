import fc from 'fast-check'
import { foundWay } from '../../walks/found_way.js'
import { LastRun } from '../../walks/last_run.js'
import { Wrong } from '../../walks/wrong.js'
import { close } from './closing.js'
import { steps } from './deeds/deeds.js'
import { History } from './history.js'
import { judge } from './oracle.js'
import type { WalkStage } from './stage/stage.js'

export interface WalkOptions {
  histories: number
  seed: number
  /** To one counterexample, as it was printed. */
  path?: string
  replayPath?: string
  /** Whether the shortest way to what was found is looked for. Default: yes. */
  shrinks?: boolean
  /** Default: no end. */
  longestMs?: number
  /** Called after each history. */
  onEnd?: (count: number) => void
}

export interface Walked {
  /** The broken sentence, with the deeds that led there. */
  found?: string
  /** Histories in which none was broken. */
  count: number
}

const MOST_STEPS = 25

export async function walk(stage: WalkStage, options: WalkOptions): Promise<Walked> {
  const { histories: numRuns, seed, path, replayPath, shrinks = true, longestMs } = options
  const walked: Walked = { count: 0 }
  const under = new LastRun()
  const run = under.noting(async (commands: Iterable<fc.AsyncCommand<History, History>>) => {
    await live(stage, commands)
    walked.count++
    options.onEnd?.(walked.count)
  })
  const details = await fc.check(fc.asyncProperty(steps(MOST_STEPS, replayPath), run), {
    ...{ numRuns, seed, path, endOnFailure: !shrinks, interruptAfterTimeLimit: longestMs },
  })
  await under.ended()
  return details.failed ? { ...walked, found: foundWay(details) } : walked
}

/** @throws Wrong */
async function live(
  stage: WalkStage,
  commands: Iterable<fc.AsyncCommand<History, History>>
): Promise<void> {
  const history = await History.begin(stage)
  try {
    await fc.asyncModelRun(() => ({ model: history, real: history }), commands)
    await close(history)
    await judge(history)
  } catch (error) {
    if (!(error instanceof Wrong)) history.complain(textOf(error))
  }
  if (history.complaints.length > 0) throw new Wrong(history)
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
