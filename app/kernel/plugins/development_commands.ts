import type { Kernel } from '@adonisjs/core/ace'
import { EnvLoader, EnvParser } from '@adonisjs/core/env'
import { Exception } from '@adonisjs/core/exceptions'
import type { ApplicationService } from '@adonisjs/core/types'
import { filterCommands } from '#kernel/patches/main'
import { ServiceCommand } from './service_command.js'

const NAMESPACE = 'make'
/** Of the framework; what builds, makes keys or shows what is there is of use in production, too. */
const NAMES = new Set([
  'add',
  'chancery:upgrade',
  'codegen',
  'configure',
  'eject',
  'env:add',
  'inspect:rcfile',
  'schema:generate',
  'serve',
  'test',
])

class E_FOR_DEVELOPERS extends Exception {
  static code = 'E_FOR_DEVELOPERS'
  static status = 500
  readonly remedied = true

  constructor(name: string) {
    super(
      `"${name}" is for developers, and changes or needs the sources; run it where NODE_ENV is not production`
    )
  }
}

/** As the application decides once it starts, which a command that lists others does not: the environment first, then the files. */
export async function isForProduction({ appRoot }: ApplicationService): Promise<boolean> {
  const mode = process.env.NODE_ENV ?? (await inFiles(appRoot))
  return /^prod(uction)?$/i.test(mode ?? '')
}

/**
 * Neither lists nor runs what developers alone have a use for. Commands of plugins decide by themselves whether they run, as
 * those of the module generator do by a setting.
 */
export function withholdDevelopment(ace: Kernel): void {
  filterCommands(ace, { command: isForOperators, namespace: (name) => name !== NAMESPACE })
  ace.loaded((command) => {
    if (isForOperators(command.commandName) || command.prototype instanceof ServiceCommand) return
    throw new E_FOR_DEVELOPERS(command.commandName)
  })
}

async function inFiles(appRoot: URL): Promise<string | undefined> {
  for (const { contents } of await new EnvLoader(appRoot).load()) {
    const { NODE_ENV } = await new EnvParser(contents, appRoot).parse()
    if (NODE_ENV) return NODE_ENV
  }
}

function isForOperators(name: string): boolean {
  return !name.startsWith(`${NAMESPACE}:`) && !NAMES.has(name)
}
