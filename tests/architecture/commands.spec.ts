import { test } from '@japa/runner'
import { BaseCommand } from '@adonisjs/core/ace'
import { ServiceCommand } from '#kernel/plugins/main'
import { sourceFiles } from '../helpers/imports.js'

/** They look at what is mounted, or at a file, and ask no database. */
const WITHOUT_DATABASE = [
  'chancery:upgrade',
  'list:plugins',
  'openapi:diff',
  'openapi:export',
  'secret:rotate',
]

type CommandClass = typeof BaseCommand

async function commands(): Promise<CommandClass[]> {
  const files = sourceFiles('app').filter((file) => /\/commands\/\w+\.ts$/.test(file))
  const modules = await Promise.all(files.map((file) => import(`../../${file}`)))
  return modules
    .map(({ default: command }: { default?: unknown }) => command)
    .filter((command): command is CommandClass => isCommand(command))
}

function isCommand(value: unknown): value is CommandClass {
  return typeof value === 'function' && value.prototype instanceof BaseCommand
}

function namesOf(classes: readonly CommandClass[]): string[] {
  return classes.map(({ commandName }) => commandName).sort()
}

test.group('Architecture | commands', () => {
  test('that ask the database check its migrations first', async ({ assert }) => {
    const all = await commands()
    const others = all.filter(({ prototype }) => !(prototype instanceof ServiceCommand))
    assert.deepEqual(namesOf(others), WITHOUT_DATABASE)
    assert.isAbove(all.length, 15)
  })
})
