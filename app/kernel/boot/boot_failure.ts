import { prettyPrintError } from '@adonisjs/core'
import { sentenceOf } from './boot_sentences.js'

/**
 * Ends a process that could not boot, with exit code 1. A fault the operator can mend is told in its one sentence;
 * anything else with its stack.
 */
export async function endOnBootFailure(error: unknown): Promise<never> {
  const sentence = sentenceOf(error)
  if (sentence) process.stderr.write(`${sentence}\n`)
  else await prettyPrintError(error)
  process.exit(1)
}
