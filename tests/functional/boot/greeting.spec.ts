import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { ServiceProcess } from '../../helpers/service_process.js'

test.group('Boot | the greeting', () => {
  test('names the version of the package', async ({ assert, cleanup }) => {
    const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
      version: string
    }
    const service = await ServiceProcess.start({ DB_CONNECTION: 'sqlite', REDIS_URL: '' })
    cleanup(async () => void (await service.stop()))
    assert.include(service.output, `Chancery ${version} is ready on http://`)
  })
})
