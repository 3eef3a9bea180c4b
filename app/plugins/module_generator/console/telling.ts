import type { BaseCommand } from '@adonisjs/core/ace'
import { prepareDatabase, type PluginManifest } from '#kernel/plugins/main'
import { Refusal } from '#kernel/errors/main'
import { toRefusal } from '#kernel/http/main'
import { actAsSystem } from '#kernel/acting/main'
import { recover } from '../applying/recover.js'
import { Project } from '../applying/project.js'
import { Steps } from '../applying/steps.js'
import type { ModuleGeneratorConfig } from '../module_generator_config.js'
import { LiveModules } from '../running/live_modules.js'

/** Runs a command's work on a database that is up to date, be it new; otherwise like `tellingRefusals`. */
export function telling(
  command: BaseCommand,
  reason: string,
  work: () => Promise<unknown>
): Promise<void> {
  const { config, container } = command.app
  return tellingRefusals(command, reason, async () => {
    await prepareDatabase(command.app, config.get<readonly PluginManifest[]>('plugins'))
    await recover(await container.make(Project), await container.make(LiveModules))
    await work()
  })
}

/** Runs a command's work, and says what it was refused for instead of showing a stack. */
export async function tellingRefusals(
  command: BaseCommand,
  reason: string,
  work: () => Promise<unknown>
): Promise<void> {
  const { config } = command.app
  if (!config.get<ModuleGeneratorConfig>('module_generator').enabled) {
    command.exitCode = 1
    return command.logger.error('The module generator is off; set MODULE_GENERATOR_ENABLED=true')
  }
  try {
    await actAsSystem(reason, work)
  } catch (error) {
    tell(command, error)
  }
}

function tell(command: BaseCommand, error: unknown): void {
  const refusal = error instanceof Refusal ? error : toRefusal(error)
  if (refusal.status >= 500 && !(error instanceof Refusal)) throw error
  command.exitCode = 1
  command.logger.error(refusal.message)
  for (const { field, message } of refusal.errors ?? [])
    command.logger.log(`  ${field}: ${message}`)
}

/** Steps as lines of the terminal. */
export function showSteps({ logger }: BaseCommand): Steps {
  return new Steps(({ step, state, milliseconds }) => {
    const seconds = `${(milliseconds / 1000).toFixed(1)} s`
    if (state === 'done') logger.log(`  done    ${step} (${seconds})`)
    if (state === 'failed') logger.log(`  failed  ${step} (${seconds})`)
    if (state === 'started') logger.log(`  begin   ${step}`)
  })
}
