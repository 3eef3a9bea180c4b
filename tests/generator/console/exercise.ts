import type { Administrator } from '../client.js'
import { BodyMaker } from './body_maker.js'
import { Checks } from './checks.js'
import { exerciseChanges } from './exercise_changes.js'
import { exerciseCreation } from './exercise_creation.js'
import { exerciseDeletion } from './exercise_deletion.js'
import { exerciseList } from './exercise_list.js'
import { exerciseMistakes } from './exercise_mistakes.js'
import { Screen } from './screen.js'
import { Sources } from './sources.js'

/** What every exercise works with. */
export interface Stage {
  screen: Screen
  bodies: BodyMaker
  sources: Sources
  checks: Checks
}

/**
 * Does all that a console does which knows the page description and nothing else; some rows are left.
 *
 * @throws naming everything that went wrong
 */
export async function exercise(id: number, administrator: Administrator): Promise<void> {
  const screen = await Screen.open(id, administrator)
  const sources = new Sources(administrator)
  const bodies = new BodyMaker(screen.page, sources)
  const stage = { screen, bodies, sources, checks: new Checks() }

  const rows = await exerciseCreation(stage)
  await exerciseList(stage, rows)
  await exerciseMistakes(stage, rows)
  await exerciseChanges(stage, rows)
  await exerciseDeletion(stage)
  const { failures } = stage.checks
  if (failures.length > 0) throw new Error(failures.join('\n  '))
}
