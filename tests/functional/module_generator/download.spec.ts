import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Gate } from '#kernel/permissions/gate'
import { test } from '@japa/runner'
import { unzipSync } from 'fflate'
import { OpenGate } from '#tests/helpers/open_gate'
import { loggedIn } from '#tests/helpers/accounts'
import { baseUrl } from '#tests/helpers/download'
import { ProjectCopy } from '../../helpers/project_copy.js'
import { Administrator } from './administrator.js'
import { base } from './stage.js'

const LIST = 'config/plugins.ts'
const plan = {
  name: 'travel-guide',
  fields: [
    { name: 'title', type: 'string', required: true },
    { name: 'stops', type: 'hasMany', fields: [{ name: 'place', type: 'string', required: true }] },
  ],
}

/** As its readme says: the import, and the name at the end of the list. */
function mounted(list: string, line: string, name: string): string {
  return list.replace(/^import /m, `${line}\nimport `).replace(/,?\s*\]\s*$/m, `, ${name}]`)
}

test.group('Module generator | download', (group) => {
  group.setup(() => {
    app.container.swap(Gate, () => new OpenGate())
    return () => app.container.restore(Gate)
  })

  test('give a zip that works in another project', async ({ client, assert }) => {
    const { accessToken } = await loggedIn(client)
    const response = await fetch(`${baseUrl()}${base}/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'authorization': `Bearer ${accessToken}` },
      body: JSON.stringify({ plan }),
    })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))

    await using copy = await ProjectCopy.make()
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(copy.path(path)), { recursive: true })
      await writeFile(copy.path(path), content)
    }
    const readme = await readFile(copy.path('app/plugins/travel_guide/README.md'), 'utf8')
    const [line, name] = /^import (\w+) from .*$/m.exec(readme)!
    const list = await readFile(copy.path(LIST), 'utf8')
    await writeFile(copy.path(LIST), mounted(list, line, name!))

    const administrator = await Administrator.of(await copy.serve())
    const made = await administrator.ask<object>('POST', '/app/travel-guides', {
      title: 'Rome',
      stops: [{ place: 'Forum' }],
    })
    assert.equal(made.status, 200, JSON.stringify(made))
    assert.containsSubset(made.data, { title: 'Rome', stops: [{ place: 'Forum' }] })
  })
})
