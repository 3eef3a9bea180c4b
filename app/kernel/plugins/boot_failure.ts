import { prettyPrintError } from '@adonisjs/core'

/**
 * Ends a process that could not boot, with exit code 1. A fault the operator can mend is told in its one sentence;
 * anything else with its stack.
 */
export async function endOnBootFailure(error: unknown): Promise<never> {
  if (error instanceof Error && 'remedied' in error) process.stderr.write(`${error.message}\n`)
  else await prettyPrintError(error)
  process.exit(1)
}
