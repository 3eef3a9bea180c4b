import type fc from 'fast-check'
import { Wrong } from './wrong.js'

/** What was found wrong, and how to see it again. */
export function foundWay<Drawn>(details: fc.RunDetails<Drawn>): string {
  const { seed, counterexamplePath, numRuns, numShrinks, counterexample, errorInstance } = details
  const replayPath = /replayPath="([^"]*)"/.exec(String(counterexample))?.[1] ?? ''
  const error = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance))
  const again = `--seed ${seed} --path "${counterexamplePath}" --replay-path "${replayPath}"`

  return [
    `Wrong in history ${numRuns}, shrunk ${numShrinks} times. Again: ${again}`,
    '',
    error instanceof Wrong ? error.message : (error.stack ?? error.message),
  ].join('\n')
}
