import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { checkTypes } from '../../../app/plugins/module_generator/applying/check_types.js'
import { Project } from '../../../app/plugins/module_generator/applying/project.js'

const FOLDERS = ['app/plugins/book', 'tests/functional/book']

/** A project whose type checker is such a program. */
async function withCompiler<Result>(
  program: string | null,
  work: (project: Project) => Promise<Result>
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-types-'))
  try {
    const place = join(folder, 'node_modules/typescript/bin')
    await mkdir(place, { recursive: true })
    if (program !== null) await writeFile(join(place, 'tsc'), program)
    return await work(new Project(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const says = (line: string, code: number) =>
  `process.stdout.write(${JSON.stringify(`${line}\n`)}, () => process.exit(${code}))`

async function messages(program: string | null, limitMs = 600_000): Promise<string[]> {
  const check = (project: Project) => checkTypes(project, FOLDERS, { env: process.env, limitMs })
  return (await withCompiler(program, check)).map(({ message }) => String(message))
}

test.group('Module generator | check types', () => {
  test('find nothing where the checker found nothing', async ({ assert }) => {
    assert.deepEqual(await messages(''), [])
  })

  test('tell what is wrong in the module, and nothing elsewhere', async ({ assert }) => {
    const own = "app/plugins/book/main.ts(1,1): error TS2304: Cannot find name 'x'."
    assert.deepEqual(await messages(says(own, 2)), [own])
    const other = "app/plugins/files/main.ts(1,1): error TS2304: Cannot find name 'x'."
    assert.deepEqual(await messages(says(other, 2)), [])
  })

  test('take no types for good that nobody has checked: {0}')
    .with([
      ['killed', "process.kill(process.pid, 'SIGKILL')"],
      ['out of memory', 'process.abort()'],
      ['broken', "throw new Error('broken')"],
      ['not there', null],
    ] as const)
    .run(async ({ assert }, [, program]) => {
      const [message, ...more] = await messages(program)
      assert.match(message!, /could not be checked/)
      assert.deepEqual(more, [])
    })

  test('take no types for good whose check is not done at its limit', async ({ assert }) => {
    const [message] = await messages('setInterval(() => undefined, 1_000)', 1)
    assert.match(message!, /could not be checked/)
  })
})
