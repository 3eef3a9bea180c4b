import { appendFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Group } from '@japa/runner/core'
import { onEmbedded } from '../../helpers/embedded.js'
import { ProjectCopy } from '../../helpers/project_copy.js'
import { Administrator } from './administrator.js'

const APPLY_MS = 2_400_000
const FIELDS = ['title:string:required', 'price:decimal(8,2)']
const EDITED = 'app/plugins/tin_box/main.ts'

function byCommand(group: Group) {
  let copy: ProjectCopy
  let before: string

  /** All that differs from the last commit, and how. */
  const differences = async () => (await copy.status()) + (await copy.git('diff'))

  group.setup(async () => {
    copy = await ProjectCopy.make()
    return () => copy[Symbol.asyncDispose]()
  })

  test('make a plugin that passes lint and types, boots and answers', async ({ assert }) => {
    const made = await copy.ace('make:plugin', 'reports')
    assert.equal(made.code, 0, made.output)
    const types = await copy.node('node_modules/typescript/bin/tsc', '--noEmit')
    assert.equal(types.code, 0, types.output)
    const lint = await copy.node(
      'node_modules/eslint/bin/eslint.js',
      'app/plugins/reports',
      'config'
    )
    assert.equal(lint.code, 0, lint.output)

    const service = await copy.serve()
    const administrator = await Administrator.of(service)
    assert.equal((await administrator.ask('GET', '/app/reports')).status, 200)
    assert.equal((await service.get('/app/reports')).status, 401)
    await service.stop()
  }).timeout(APPLY_MS)

  test('make a module from field lines in a dirty tree, and list it', async ({ assert }) => {
    await appendFile(copy.path('config/plugins.ts'), '// not committed\n')
    before = await differences()
    const made = await copy.ace('make:module', 'tin-box', ...FIELDS)
    assert.equal(made.code, 0, made.output)
    for (const step of ['render', 'types', 'migrations and tests', 'write'])
      assert.match(made.output, new RegExp(`begin   ${step}[\\s\\S]*done    ${step} \\(`))
    assert.include(made.output, 'answers under /app/tin-boxes')

    const listed = await copy.ace('module:list')
    assert.equal(listed.code, 0, listed.output)
    assert.match(listed.output, /tin-box.*\/app\/tin-boxes/)
    const again = await copy.ace('make:module', 'tin-box', ...FIELDS)
    assert.deepEqual([again.code, /is a module of this name/.test(again.output)], [1, true])
  }).timeout(APPLY_MS)

  test('regenerate it from a changed plan, keeping what was edited', async ({ assert }) => {
    await appendFile(copy.path(EDITED), '// mine\n')
    const fields = [
      { name: 'title', type: 'string', required: true },
      { name: 'price', type: 'decimal', precision: 8, scale: 2 },
      { name: 'lid', type: 'boolean' },
    ]
    await writeFile(copy.path('data/plan.json'), JSON.stringify({ name: 'tin-box', fields }))
    const regenerated = await copy.ace('module:regenerate', 'tin-box', '--plan', 'data/plan.json')
    assert.equal(regenerated.code, 0, regenerated.output)
    assert.match(regenerated.output, new RegExp(`edited by you\\s+${EDITED}`))
    assert.match(regenerated.output, /new\s+\S+_alter_tin_boxes_table\.ts/)
  }).timeout(APPLY_MS)

  test('undo it, refused for what was edited, and leave the tree as it was', async ({ assert }) => {
    const refused = await copy.ace('module:undo', 'tin-box')
    assert.equal(refused.code, 1, refused.output)
    assert.include(refused.output, EDITED)
    assert.equal((await copy.ace('module:undo', 'tin-box', '--force')).code, 0)
    assert.equal(await differences(), before)
    assert.notInclude((await copy.ace('module:list')).output, 'tin-box')
  }).timeout(APPLY_MS)

  test('be off in production', async ({ assert }) => {
    const off = await copy.productionAce('module:list')
    assert.equal(off.code, 1)
    assert.include(off.output, 'MODULE_GENERATOR_ENABLED=true')
  }).timeout(APPLY_MS)
}

if (onEmbedded()) test.group('Module generator | by command', byCommand)
