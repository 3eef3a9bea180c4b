import type Configure from '@adonisjs/core/commands/configure'
import { Refusal } from '#kernel/errors/main'
import { unifiedDiff } from '#kernel/source_tree/main'
import { ApplicationSetup } from './application_setup.js'
import { TEMPLATE } from './template_record.js'
import { accept, apply, isConfigured, takeBack } from './undo_record.js'

/**
 * The hook of `node ace configure chancery`: puts Chancery into an AdonisJS application and shows what changes. With
 * `--dry-run` it writes nothing; with `--undo` it writes all as it was before.
 */
export async function configure(command: Configure): Promise<void> {
  try {
    await (command.parsedFlags.undo ? undo(command) : setUp(command))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    command.logger.error(error.message)
    command.exitCode = 1
  }
}

async function setUp(command: Configure): Promise<void> {
  const root = command.app.makePath()
  if (isConfigured(root))
    return command.logger.info(
      'Chancery is in this application already: "node ace chancery:upgrade" brings its files to the installed version, "node ace configure chancery --undo" takes it out'
    )
  const codemods = await command.createCodemods()
  const sources = await codemods.getTsMorphProject()
  if (!sources) return
  const setup = new ApplicationSetup(root, TEMPLATE, sources)
  await show(command, setup)
  if (command.parsedFlags['dry-run']) return command.logger.info('Nothing was written')
  apply(root, setup.changes)
  const installed = await codemods.installPackages(setup.packages)
  accept(root, 'package.json')
  if (!installed) {
    command.exitCode = 1
    return command.logger.error(
      `The files are written, but packages are missing: npm install ${setup.packages.map(({ name }) => name).join(' ')}`
    )
  }
  command.logger.success(
    'Chancery is in: start the application as before, and see /chancery. To take it out: node ace configure chancery --undo'
  )
}

/** New files by name, the others with what changes in them. */
async function show(
  { logger }: Configure,
  { changes, packages, setAside }: ApplicationSetup
): Promise<void> {
  for (const [path, { before, after }] of changes)
    if (before !== null && after !== null) logger.log(await unifiedDiff(path, before, after))
  const added = [...changes].filter(([, { before }]) => before === null).map(([path]) => path)
  logger.log(`New files: ${added.join(', ')}\n`)
  logger.log(`Packages: ${packages.map(({ name }) => name).join(', ')}\n`)
  for (const { path, tables } of setAside)
    logger.warning(
      `${path} is set aside: Chancery has a table ${tables.join(', ')} of its own. Code of yours that reads this table no longer works`
    )
}

function undo(command: Configure): void {
  const paths = takeBack(command.app.makePath(), { force: command.force === true })
  command.logger.success(
    `${paths.length} files are as they were before; "npm uninstall chancery" removes the package and what came with it`
  )
}
