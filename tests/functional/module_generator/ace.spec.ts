import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from '@japa/runner'
import { unzipSync } from 'fflate'
import { loggedIn } from '#tests/helpers/accounts'
import { baseUrl } from '#tests/helpers/download'
import { openGate } from '#tests/helpers/open_gate'
import { ProjectCopy } from '../../helpers/project_copy.js'
import { Caller } from './caller.js'
import { base } from './stage.js'

const COMMAND_MS = 900_000
const LIST = 'config/plugins.ts'
const title = { name: 'title', type: 'string', required: true }
const guide = {
  name: 'travel-guide',
  fields: [title, { name: 'stops', type: 'hasMany', fields: [{ ...title, name: 'place' }] }],
}

test.group('Module generator | by command', (group) => {
  let copy: ProjectCopy
  group.setup(async () => {
    copy = await ProjectCopy.make()
    return () => copy[Symbol.asyncDispose]()
  })

  /** Follows the readme of a downloaded module: the import, and the name at the end of the list. */
  async function unpack(zip: Uint8Array): Promise<void> {
    for (const [path, content] of Object.entries(unzipSync(zip))) {
      await mkdir(dirname(copy.path(path)), { recursive: true })
      await writeFile(copy.path(path), content)
    }
    const readme = await readFile(copy.path('app/plugins/travel_guide/README.md'), 'utf8')
    const [line, name] = /^import (\w+) from .*$/m.exec(readme)!
    const list = await readFile(copy.path(LIST), 'utf8')
    const mounted = list.replace(/^import /m, `${line}\nimport `)
    await writeFile(copy.path(LIST), mounted.replace(/,?\s*\]\s*$/m, `, ${name}]`))
  }

  test('make a plugin, unpack a downloaded module beside it, and have both answer', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(openGate().shut)
    const made = await copy.ace('make:plugin', 'reports')
    assert.equal(made.code, 0, made.output)
    const { accessToken } = await loggedIn(client)
    const response = await fetch(`${baseUrl()}${base}/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'authorization': `Bearer ${accessToken}` },
      body: JSON.stringify({ plan: guide }),
    })
    assert.equal(response.headers.get('content-type'), 'application/zip')
    await unpack(new Uint8Array(await response.arrayBuffer()))

    const service = await copy.serve()
    const administrator = await Caller.of(service)
    assert.equal((await administrator.ask('GET', '/app/reports')).status, 200)
    assert.equal((await service.get('/app/reports')).status, 401)
    const rome = { title: 'Rome', stops: [{ place: 'Forum' }] }
    const row = await administrator.ask<object>('POST', '/app/travel-guides', rome)
    assert.containsSubset(row, { status: 200, data: rome })
    await service.stop()
  }).timeout(COMMAND_MS)

  test('be off in production', async ({ assert }) => {
    const off = await copy.productionAce('module:list')
    assert.equal(off.code, 1)
    assert.include(off.output, 'MODULE_GENERATOR_ENABLED=true')
  }).timeout(COMMAND_MS)
})
