import { existsSync } from 'node:fs'
import type { FieldFault } from '#kernel/errors/main'
import { type Said, say } from '#kernel/languages/main'
import { fault } from '../plan/plan_shape_check.js'
import { runNode, type Outcome } from './child_process.js'
import type { Project } from './project.js'

const MOST_FAULTS = 20

/** The type checker of a project made with Chancery, and that of an application which Chancery was added to. */
const CHECKERS = ['node_modules/tsc/bin/tsc', 'node_modules/typescript/bin/tsc'] as const

/** What the type checker finds in these folders; faults elsewhere in the project are not theirs. */
export async function checkTypes(
  project: Project,
  folders: readonly string[],
  { env, limitMs }: { env: NodeJS.ProcessEnv; limitMs: number }
): Promise<FieldFault[]> {
  const checker = CHECKERS.find((path) => existsSync(project.path(path))) ?? CHECKERS[0]
  const args = [checker, '--noEmit', '-p', 'tsconfig.check.json']
  const outcome = await runNode(args, { cwd: project.root, env, limitMs })
  if (!isDone(outcome)) return [fault('types', 'types', notChecked(outcome))]
  return outcome.output
    .split('\n')
    .filter((line) => folders.some((place) => line.startsWith(place)) && line.includes('error TS'))
    .slice(0, MOST_FAULTS)
    .map((line) => fault('types', 'types', line.slice(0, 500)))
}

/** One that was killed, or broke, has found nothing either. */
function isDone({ code, output }: Outcome): boolean {
  return code === 0 || (code !== null && output.includes('error TS'))
}

function notChecked({ code }: Outcome): Said {
  return code === null
    ? 'The types could not be checked: the type checker was killed; repeat when the machine has more time and memory for it'
    : say`The types could not be checked: the type checker ended with ${code}; see that "npx tsc --noEmit" runs in the project, then repeat`
}
