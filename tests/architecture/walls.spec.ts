import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import { pluginOf, refusalOf, ROOMS } from '../helpers/borders.js'
import { importsIn, importsOf, PROJECT, sourceFiles, staticImports } from '../helpers/imports.js'

/** Writes a file that is loaded from tests/. */
const WRITES_A_TEST = 'app/plugins/module_generator/applying/migration_check.ts'

const FOLDERS = ['app', 'benchmarks', 'bin', 'config', 'database', 'providers', 'start']

const importing = () => [...FOLDERS.flatMap(sourceFiles), 'adonisrc.ts', 'ace.js']

const REFUSED: [file: string, code: string][] = [
  ['app/kernel/http/probe.ts', "import '#plugins/identity/main'"],
  ['app/kernel/http/probe.ts', "import '../../plugins/identity/main.js'"],
  ['app/kernel/http/probe.ts', "import '#database/factories/people'"],
  ['app/kernel/http/probe.ts', "import '#tests/helpers/accounts'"],
  ['app/kernel/http/probe.ts', "import '#benchmarks/harness/main'"],
  ['app/kernel/http/probe.ts', "import '../../../bin/app.js'"],
  ['app/kernel/http/probe.ts', "import type { Clock } from '#kernel/state/clock'"],
  ['app/kernel/http/probe.ts', "import '../state/clock.js'"],
  ['app/kernel/http/probe.ts', "import './main.js'"],
  ['app/kernel/http/probe.ts', "import '#kernel/http/main'"],
  ['app/kernel/http/probe.ts', "import('#kernel/pages/main')"],
  ['app/kernel/data_scope/probe.ts', "import '#kernel/listing/main'"],
  ['app/plugins/files/probe.ts', "import '#kernel/state/clock'"],
  ['app/plugins/files/probe.ts', "import('#kernel/http/auth_middleware')"],
  ['app/plugins/files/probe.ts', "import '#plugins/identity/models/user'"],
  ['app/plugins/files/probe.ts', "import '../identity/models/user.js'"],
  ['app/plugins/files/probe.ts', "import './main.js'"],
  ['app/plugins/files/probe.ts', "import '#config/files'"],
  ['app/plugins/files/probe.ts', "import '../../../start/env.js'"],
  ['app/plugins/files/probe.ts', "import('#database/seeders/demo')"],
  ['app/plugins/files/probe.ts', "import '../../../tests/helpers/accounts.js'"],
  ['app/plugins/files/probe.ts', "import '../../../bin/app.js'"],
  ['start/probe.ts', "import '#kernel/http/exception_handler'"],
  ['start/probe.ts', "import '../app/kernel/http/auth_middleware.js'"],
  ['config/probe.ts', "import('#kernel/http/auth_middleware')"],
  ['start/probe.ts', "import('#kernel/http/auth_middleware')"],
  ['config/probe.ts', "import '#plugins/files/settings'"],
  ['providers/probe.ts', "import '../app/plugins/files/models/stored_file.js'"],
  ['database/seeders/probe.ts', "import '#plugins/identity/models/user'"],
  ['benchmarks/probe.ts', "import '#kernel/state/clock'"],
  ['adonisrc.ts', "import './app/plugins/identity/models/user.js'"],
  ['ace.js', "import './app/kernel/state/clock.js'"],
]

const ALLOWED: [file: string, code: string][] = [
  ['app/kernel/http/probe.ts', "import '#kernel/state/main'"],
  ['app/kernel/http/probe.ts', "import './envelope.js'"],
  ['app/plugins/files/probe.ts', "import '#plugins/identity/main'"],
  ['app/plugins/files/probe.ts', "import '#plugins/identity/plugin'"],
  ['app/plugins/files/probe.ts', "import '../files/models/stored_file.js'"],
  ['app/kernel/provider/middleware.ts', "import('#kernel/http/cors_middleware')"],
  ['database/seeders/probe.ts', "import '#plugins/identity/main'"],
]
const linter = new ESLint({ cwd: PROJECT })

async function messagesFor(code: string, filePath: string): Promise<string[]> {
  const [result] = await linter.lintText(code, { filePath })
  return result!.messages
    .filter(({ ruleId }) => ruleId === 'chancery/borders')
    .map(({ message }) => message)
}

test.group('Architecture | walls', () => {
  test('import what their borders allow', ({ assert }) => {
    const refused = importing()
      .filter((file) => file !== WRITES_A_TEST)
      .flatMap(importsOf)
      .flatMap((one) => refusalOf(one) ?? [])
    assert.deepEqual(refused, [])
  })

  test('refuse {0}: {1}')
    .with(REFUSED)
    .run(({ assert }, [file, code]) => {
      const [one] = importsIn(file, code)
      assert.isString(refusalOf(one!))
    })

  test('allow {0}: {1}')
    .with(ALLOWED)
    .run(({ assert }, [file, code]) => {
      const [one] = importsIn(file, code)
      assert.isNull(refusalOf(one!))
    })

  test('have an order for each room of the kernel', ({ assert }) => {
    assert.sameMembers(readdirSync(join(PROJECT, 'app/kernel')), ROOMS)
  })

  test('have stubs import rooms of the kernel by their main alone', ({ assert }) => {
    const stubs = ['module', 'plugin'].flatMap((folder) =>
      readdirSync(join(PROJECT, 'stubs', folder)).map((name) => join('stubs', folder, name))
    )
    const past = stubs.filter((path) =>
      /#kernel\/[^/']+(?!\/main')['/]/.test(readFileSync(join(PROJECT, path), 'utf8'))
    )
    assert.deepEqual(past, [])
  })

  test('let plugins import only plugins that their manifest requires', async ({ assert }) => {
    const { default: plugins } = await import('#config/plugins')
    const required = new Map(
      plugins.map(({ name, requires }) => [name, new Set(requires?.map((one) => one.name))])
    )
    const undeclared = sourceFiles('app/plugins')
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const [own, other] = [pluginOf(file)!, pluginOf(`${target}/`)]
        return (
          other !== undefined &&
          other !== own &&
          required.has(own) &&
          !required.get(own)!.has(other)
        )
      })
    assert.deepEqual(undeclared, [])
  })

  test('find no circle among the files under app/', ({ assert }) => {
    assert.deepEqual(circles(sourceFiles('app')), [])
  })

  test('find no circle among the rooms of a plugin', ({ assert }) => {
    const files = sourceFiles('app/plugins').filter((file) => file !== WRITES_A_TEST)
    const rooms = Map.groupBy(files, roomOf)
    const graph = new Map([...rooms].map(([room, own]) => [room, roomsBelow(room, own)]))
    assert.deepEqual(circlesIn(graph), [])
  })

  test('let the linter refuse and allow the same', async ({ assert }) => {
    for (const [file, code] of REFUSED)
      assert.lengthOf(await messagesFor(`${code}\n`, file), 1, `${file}: ${code}`)
    for (const [file, code] of ALLOWED)
      assert.lengthOf(await messagesFor(`${code}\n`, file), 0, `${file}: ${code}`)
  })
})

/** A folder of a plugin; what lies beside the folders is a room for itself. */
function roomOf(file: string): string {
  return file.replace(/^(app\/plugins\/[^/]+\/[^/]+)\/.*$/, '$1').replace(/\.ts$/, '')
}

function roomsBelow(room: string, files: readonly string[]): string[] {
  const plugin = pluginOf(`${room}/`)
  const others = files
    .flatMap(staticImports)
    .filter((target) => pluginOf(`${target}/`) === plugin)
    .map(roomOf)
  return [...new Set(others)].filter((other) => other !== room)
}

/** Circles of static imports that are left when the compiler has dropped type imports. */
function circles(files: string[]): string[][] {
  return circlesIn(new Map(files.map((file) => [file.replace(/\.ts$/, ''), staticImports(file)])))
}

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()

  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) return void found.push([...path.slice(start), file])
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}
