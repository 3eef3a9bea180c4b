import { glob, readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { PROJECT, TYPESCRIPT } from '../../helpers/imports.js'
import { ProjectCopy } from '../../helpers/project_copy.js'
import { SECRETS } from '../../helpers/service_process.js'

const PATH_MS = 900_000
const LIST = 'config/plugins.ts'
/** Plugins that were made are checked in a project of their own, by `npm run test:package`. */
const TYPECHECK = 'npm run typecheck'

interface Sample {
  file: string
  code: string
}

/** The steps of the page by their number: its samples are what is run, written and compared here. */
const page = await readFile(`${PROJECT}/docs/plugins.md`, 'utf8')
const steps = page.split(/^## /m)

const commandsOf = (step: number) =>
  [...steps[step]!.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, lines]) =>
    lines!.trim().split('\n')
  )
const samplesOf = (step: number, language: string): Sample[] =>
  [...steps[step]!.matchAll(/```(\w+) title=(\S+)\n([\s\S]*?)```/g)]
    .filter(([, written]) => written === language)
    .map(([, , file, code]) => ({ file: file!, code: code! }))

/** How a command of the page is run without npm and a terminal. */
function argumentsOf(command: string): string[] {
  const words = command.replaceAll('"', '').split(' ')
  if (command.startsWith('npm test -- ')) return [TYPESCRIPT, 'bin/test.ts', ...words.slice(3)]
  return ['ace.js', ...words.slice(2), ...(words[2] === 'plugin:remove' ? ['--force'] : [])]
}

/** A page indents its samples by themselves. */
const flush = (code: string) => code.replace(/^ +/gm, '')

/** @returns the file with the lines of a diff, which are those of one place */
function changed(source: string, diff: string): string | null {
  const lines = diff.trimEnd().split('\n')
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1))
  const before = without('+').join('\n')
  return source.includes(before) ? source.replace(before, () => without('-').join('\n')) : null
}

test.group('Docs | plugins', (group) => {
  let copy: ProjectCopy
  group.setup(async () => {
    copy = await ProjectCopy.make()
    return () => copy[Symbol.asyncDispose]()
  })

  test('make, change, test, run, unmount and remove a plugin as written', async ({ assert }) => {
    const run = async (command: string) => {
      const { code, output } = await copy.node(...argumentsOf(command))
      assert.equal(code, 0, `${command}: ${output}`)
      return output
    }
    const read = (file: string) => readFile(copy.path(file), 'utf8')

    for (const command of commandsOf(2)) await run(command)
    for (const { file, code } of samplesOf(3, 'ts'))
      assert.include(flush(await read(file)), flush(code))
    for (const { file, code } of samplesOf(4, 'diff')) {
      const [path] = await Array.fromAsync(glob(file, { cwd: copy.folder }))
      const after = changed(await read(path!), code)
      assert.isNotNull(after, `${file} has no such lines:\n${code}`)
      await writeFile(copy.path(path!), after!)
    }
    for (const command of commandsOf(5).filter((one) => one !== TYPECHECK)) await run(command)

    const refused = copy.start([TYPESCRIPT, 'bin/server.ts'], { DICTIONARY_ENTRIES: 'many' })
    assert.equal(await refused.end(), 1)
    assert.include(refused.output, 'DICTIONARY_ENTRIES is many; set a whole number from 1 to 1000')

    const [start, list, count, remove] = commandsOf(6)
    assert.equal(start, 'npm start')
    const service = await copy.serve()
    const login = { username: 'admin', password: SECRETS.ADMIN_PASSWORD }
    const { data } = (await (await service.post('/app/auth/login', login)).json()) as {
      data: { accessToken: string }
    }
    const bearer = { authorization: `Bearer ${data.accessToken}` }
    const entry = { title: 'chancery', note: 'where documents are kept', source: null }
    assert.equal((await service.get('/app/dictionary')).status, 401)
    const created = await service.post('/app/dictionary', { ...entry, ownerId: 999 }, bearer)
    assert.containsSubset(await created.json(), { data: entry })
    const described = await service.get('/v3/api-docs/dictionary')
    const { paths } = (await described.json()) as { paths: object }
    assert.sameMembers(Object.keys(paths), ['/app/dictionary', '/app/dictionary/{id}'])
    await service.stop()

    assert.include(await run(list!), 'dictionary')
    assert.include(await run(count!), '1 entries')
    const mounted = await read(LIST)
    await writeFile(
      copy.path(LIST),
      mounted.replace(/^import dictionary .*\n/m, '').replace(/^ *dictionary,\n/m, '')
    )
    assert.notInclude(await run(list!), 'dictionary')
    assert.match(await run(remove!), /1 migrations rolled back, .* menus/)

    for (const command of commandsOf(7)) assert.include(await run(command), 'packages/glossary/src')
  }).timeout(PATH_MS)
})
