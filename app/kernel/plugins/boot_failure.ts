import { prettyPrintError } from '@adonisjs/core'

/**
 * A fault the operator can mend is told in its one sentence; anything else with its stack. Sets exit code 1.
 */
export async function reportBootFailure(error: unknown): Promise<void> {
  process.exitCode = 1
  if (error instanceof Error && 'remedied' in error) {
    console.error(error.message)
    return
  }
  await prettyPrintError(error)
}
