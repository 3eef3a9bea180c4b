import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { SECRETS } from '../../helpers/service_process.js'

const { PATH, HOME } = process.env

async function ran(mode: string, ...command: string[]) {
  const env = { PATH, HOME, ...SECRETS, NODE_ENV: mode, NO_COLOR: '1', LOG_LEVEL: 'silent' }
  const program = new Program(['ace.js', ...command], PROJECT, env)
  return { code: await program.end(), output: program.output }
}

const FOR_DEVELOPERS = ['make:model', 'serve', 'test', 'eject', 'env:add', 'schema:generate']
const FOR_OPERATORS = ['migration:run', 'user:password', 'generate:key', 'build', 'list:routes']

const names = (output: string) => output.split('\n').map((line) => line.trim().split(' ')[0]!)

test.group('Boot | commands for developers', () => {
  test('are not listed in production', async ({ assert }) => {
    const { code, output } = await ran('production', 'list')
    assert.equal(code, 0)
    assert.includeMembers(names(output), FOR_OPERATORS)
    for (const name of [...FOR_DEVELOPERS, 'make']) assert.notInclude(names(output), name)
  })

  test('are refused in production with a sentence', async ({ assert }) => {
    for (const command of [['make:model', 'pen', '--help'], ['test']]) {
      const { code, output } = await ran('production', ...command)
      assert.equal(code, 1)
      const [name] = command
      assert.equal(
        output.trim(),
        `[ error ] "${name}" is for developers, and changes or needs the sources; run it where NODE_ENV is not production`
      )
    }
  })

  test('are listed elsewhere', async ({ assert }) => {
    const { code, output } = await ran('development', 'list')
    assert.equal(code, 0)
    assert.includeMembers(names(output), [...FOR_OPERATORS, ...FOR_DEVELOPERS])
  })
})
