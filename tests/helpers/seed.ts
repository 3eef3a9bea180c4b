import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process'

/**
 * Seed of what tests draw at random: `TEST_SEED`, else one that follows from the commit. So each commit is tried with
 * cases of its own, and once more with the same ones.
 */
export function testSeed(): number {
  return process.env.TEST_SEED ? Number(process.env.TEST_SEED) : seedOf(commit())
}

const seedOf = (name: string): number => Number.parseInt(name.slice(0, 7), 16)

function commit(): string {
  try {
    const quiet: ExecFileSyncOptionsWithStringEncoding = {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }
    return execFileSync('git', ['rev-parse', 'HEAD'], quiet).trim()
  } catch {
    // An archive of the project is no clone.
    return '1'
  }
}
