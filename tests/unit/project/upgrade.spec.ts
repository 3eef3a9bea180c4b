import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { hashOf, ProjectUpgrade, RECORD } from '#kernel/project/main'

type Files = Readonly<Record<string, string>>

function folderOf(files: Files, recorded: Files, version: string, manifest: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-upgrade-'))
  const hashes = Object.entries(recorded).map(([path, content]) => [path, hashOf(content)])
  const record = { version, files: Object.fromEntries(hashes) }
  const all = {
    ...files,
    [RECORD]: JSON.stringify(record),
    'package.json': JSON.stringify(manifest),
  }
  for (const [path, content] of Object.entries(all)) writeFileSync(join(folder, path), content)
  return folder
}

/** In the template before, in the project, in the template now. */
const CASES: Readonly<Record<string, [string | null, string | null, string]>> = {
  'same.ts': ['a', 'a', 'a'],
  'updated.ts': ['a', 'a', 'b'],
  'edited.ts': ['a', 'mine', 'a'],
  'conflict.ts': ['a', 'mine', 'b'],
  'alike.ts': ['a', 'b', 'b'],
  'deleted.ts': ['a', null, 'b'],
  'added.ts': [null, null, 'b'],
  'taken.ts': [null, 'mine', 'b'],
}
const column = (at: 0 | 1 | 2): Files =>
  Object.fromEntries(
    Object.entries(CASES).flatMap(([path, states]) =>
      states[at] === null ? [] : [[path, states[at]]]
    )
  )

test.group('Project | upgrade', () => {
  test('replace what only Chancery changed, and name what both did', ({ assert, cleanup }) => {
    const own = {
      imports: { '#config/*': './config/*.js', '#mine/*': './mine/*.js' },
      dependencies: { chancery: '^0.3.0', luxon: '^3.0.0', mine: '1.0.0' },
      devDependencies: {},
    }
    const wanted = {
      imports: { '#config/*': './config/*.js', '#new': 'chancery/new' },
      dependencies: { chancery: '^0.4.0', luxon: '^3.7.2' },
      devDependencies: {},
    }
    const project = folderOf(column(1), column(0), '0.3.0', own)
    const template = folderOf(column(2), column(2), '0.4.0', wanted)
    cleanup(() => [project, template].forEach((folder) => rmSync(folder, { recursive: true })))

    const upgrade = new ProjectUpgrade(project, template)
    assert.deepEqual([upgrade.from, upgrade.to], ['0.3.0', '0.4.0'])
    assert.deepEqual(upgrade.files, [
      { kind: 'update', path: 'updated.ts' },
      { kind: 'conflict', path: 'conflict.ts' },
      { kind: 'add', path: 'added.ts' },
      { kind: 'conflict', path: 'taken.ts' },
    ])
    assert.deepEqual(upgrade.keys, ['imports.#new', 'dependencies.luxon'])

    upgrade.apply()
    const contentOf = (path: string) => readFileSync(join(project, path), 'utf8')
    for (const path of ['updated.ts', 'added.ts']) assert.equal(contentOf(path), 'b')
    for (const path of ['edited.ts', 'conflict.ts', 'taken.ts'])
      assert.equal(contentOf(path), 'mine')
    const { imports, dependencies } = JSON.parse(contentOf('package.json'))
    assert.deepEqual(imports, { ...own.imports, '#new': 'chancery/new' })
    assert.deepEqual(dependencies, { ...own.dependencies, luxon: '^3.7.2' })
    assert.equal(new ProjectUpgrade(project, template).from, '0.4.0')
  })
})
