import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { ServiceProcess } from '../../helpers/service_process.js'

test.group('Boot | the greeting', () => {
  const read = (file: string) => readFile(join(PROJECT, file), 'utf8')
  const greetingOf = async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string }
    return `Chancery ${version} is ready on `
  }

  test('names the version of the package', async ({ assert, cleanup }) => {
    const service = await ServiceProcess.start({ DB_CONNECTION: 'sqlite', REDIS_URL: '' })
    cleanup(async () => void (await service.stop()))
    assert.include(service.output, `${await greetingOf()}http://`)
  })

  test('is what the documentation says: {$self}')
    .with(['README.md', 'docs/deployment.md'])
    .run(async ({ assert }, file) => {
      assert.include(await read(file), await greetingOf())
    })
})
