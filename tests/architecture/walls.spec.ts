import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ESLint } from 'eslint'
import { importsOf, PROJECT, sourceFiles, staticImports, type Import } from '../helpers/imports.js'

const pluginOf = (path: string) => /^app\/plugins\/([^/]+)\//.exec(path)?.[1]
const isDoor = (path: string) => /^app\/plugins\/[^/]+\/(main|plugin)$/.test(path)

function leavesHouse({ file, target }: Import): boolean {
  const neighbour = pluginOf(`${target}/`)
  return neighbour !== undefined && neighbour !== pluginOf(file) && !isDoor(target)
}

const kernelRoomOf = (path: string) => /^app\/kernel\/([^/]+)\//.exec(path)?.[1]

/** By the path of its module: middleware, controllers, the exception handler and commands. */
const isLoadedByTheFramework = (path: string) =>
  /_(middleware|controller)$|\/exception_handler$|\/commands\/main$/.test(path)

async function messagesFor(code: string, filePath: string): Promise<string[]> {
  const [result] = await new ESLint({ cwd: PROJECT }).lintText(code, { filePath })
  return result!.messages
    .filter(({ ruleId }) => ruleId === 'no-restricted-imports')
    .map(({ message }) => message)
}

test.group('Architecture | walls', () => {
  test('keep plugins, settings and wiring out of the kernel', ({ assert }) => {
    const upward = sourceFiles('app/kernel')
      .flatMap(importsOf)
      .filter(({ target }) => /^(app\/plugins|config|start|providers)\//.test(target))
    assert.deepEqual(upward, [])
  })

  test('import rooms of the kernel by their main alone', ({ assert }) => {
    const past = ['app', 'bin', 'config', 'database', 'providers', 'start', 'benchmarks']
      .flatMap(sourceFiles)
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const room = kernelRoomOf(`${target}/`)
        return room && room !== kernelRoomOf(file) && target !== `app/kernel/${room}/main`
      })
      .filter(({ target }) => !isLoadedByTheFramework(target))
    assert.deepEqual(past, [])
  })

  test('have stubs import rooms of the kernel by their main alone', ({ assert }) => {
    const stubs = readdirSync(join(PROJECT, 'stubs/module'))
    const past = stubs.filter((name) =>
      /#kernel\/[^/']+(?!\/main')['/]/.test(
        readFileSync(join(PROJECT, 'stubs/module', name), 'utf8')
      )
    )
    assert.deepEqual(past, [])
  })

  test('find no circle among the rooms of the kernel, types included', ({ assert }) => {
    const rooms = Map.groupBy(sourceFiles('app/kernel'), (file) => kernelRoomOf(file)!)
    const graph = new Map(
      [...rooms].map(([room, files]) => {
        const below = files.flatMap(importsOf).map(({ target }) => kernelRoomOf(`${target}/`)!)
        return [room, [...new Set(below)].filter((one) => one && one !== room)]
      })
    )
    assert.deepEqual(circlesIn(graph), [])
  })

  test('let plugins import each other by their door alone', ({ assert }) => {
    assert.deepEqual(sourceFiles('app/plugins').flatMap(importsOf).filter(leavesHouse), [])
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
    const files = sourceFiles('app/plugins')
    const rooms = Map.groupBy(files, roomOf)
    const graph = new Map([...rooms].map(([room, own]) => [room, roomsBelow(room, own)]))
    assert.deepEqual(circlesIn(graph), [])
  })

  test('let the linter fire when the kernel imports a plugin', async ({ assert }) => {
    const direct = await messagesFor(
      "import '#plugins/identity/main'\n",
      'app/kernel/http/probe.ts'
    )
    const relative = await messagesFor(
      "import '../../plugins/identity/main.js'\n",
      'app/kernel/http/probe.ts'
    )
    assert.lengthOf(direct, 1)
    assert.lengthOf(relative, 1)
  })

  test('let the linter fire when somebody reaches into a room of the kernel', async ({
    assert,
  }) => {
    for (const place of [
      'app/plugins/files/probe.ts',
      'app/kernel/http/probe.ts',
      'start/probe.ts',
    ]) {
      assert.lengthOf(await messagesFor("import '#kernel/state/clock'\n", place), 1)
      assert.lengthOf(await messagesFor("import '#kernel/state/main'\n", place), 0)
    }
  })

  test('let the linter fire when a plugin reaches into another', async ({ assert }) => {
    const inside = await messagesFor(
      "import '#plugins/identity/models/user'\n",
      'app/plugins/files/probe.ts'
    )
    const door = await messagesFor(
      "import '#plugins/identity/main'\n",
      'app/plugins/files/probe.ts'
    )
    assert.lengthOf(inside, 1)
    assert.lengthOf(door, 0)
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
