import { Kernel } from '@adonisjs/core/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { filterCommands } from '#kernel/patches/main'

function kernelOf(): Kernel {
  const kernel = new Kernel(app)
  kernel.addLoader(() => import('@adonisjs/core/commands'))
  return kernel
}

const namesOf = (kernel: Kernel) => kernel.getCommands().map(({ commandName }) => commandName)

test.group('Patches | filterCommands', () => {
  test('is needed while the framework lists all commands in production, too', async ({
    assert,
    cleanup,
  }) => {
    const mode = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    cleanup(() => void (process.env.NODE_ENV = mode))
    const kernel = kernelOf()
    await kernel.boot()
    assert.includeMembers(namesOf(kernel), ['make:controller', 'serve', 'test'])
  })

  test('lists those that the filter lets through', async ({ assert }) => {
    const kernel = kernelOf()
    filterCommands(kernel, {
      command: (name) => !name.startsWith('make:') && name !== 'serve',
      namespace: (name) => name !== 'make',
    })
    await kernel.boot()
    assert.notInclude(namesOf(kernel), 'make:controller')
    assert.notInclude(namesOf(kernel), 'serve')
    assert.include(namesOf(kernel), 'build')
    assert.deepEqual(kernel.getNamespaceCommands('make'), [])
    assert.notInclude(kernel.getNamespaces(), 'make')
  })
})
