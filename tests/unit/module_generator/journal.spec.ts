import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { Journal, type FileChange, SourceTree } from '#kernel/source_tree/main'

class Killed extends Error {}

const before = { 'config/plugins.ts': 'old', 'app/kept.ts': 'kept' }
const changes: FileChange[] = [
  { path: 'app/plugins/book/plugin.ts', content: 'plugin' },
  { path: 'app/plugins/book/models/book.ts', content: 'model' },
  { path: 'app/kept.ts', content: null },
  { path: 'config/plugins.ts', content: 'new' },
]
const after = {
  'app/plugins/book/models/book.ts': 'model',
  'app/plugins/book/plugin.ts': 'plugin',
  'config/plugins.ts': 'new',
}

async function inProject(work: (project: SourceTree) => Promise<void>) {
  const root = await mkdtemp(join(tmpdir(), 'chancery-journal-'))
  try {
    for (const [path, content] of Object.entries(before)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
    await work(new SourceTree(root))
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function treeOf({ root }: SourceTree): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  const own = paths.filter((path) => !path.startsWith('data/')).sort()
  const contents = await Promise.all(own.map((path) => readFile(join(root, path), 'utf8')))
  return Object.fromEntries(own.map((path, index) => [path, contents[index]!]))
}

/** A process that is killed leaves no `catch` behind: the step throws, and so does everything after it. */
async function killedAt(project: SourceTree, wanted: number): Promise<boolean> {
  let steps = 0
  let dead = false
  const journal = new Journal(project, () => {
    steps += 1
    dead ||= steps === wanted
    if (dead) throw new Killed()
  })
  return journal.write(changes, { name: 'book' }).then(
    () => false,
    () => true
  )
}

test.group('Module generator | journal', () => {
  test('change several files as one', async ({ assert }) => {
    await inProject(async (project) => {
      const journal = new Journal(project)
      await journal.write(changes, { name: 'book' })
      assert.deepEqual(await treeOf(project), after)
      await journal.revert()
      assert.deepEqual(await treeOf(project), before)
    })
  })

  test('leave the tree as before or complete, at whichever step it fails', async ({ assert }) => {
    for (let step = 1, failed = true; failed; step++)
      await inProject(async (project) => {
        failed = await killedAt(project, step)
        await new Journal(project).recover()
        assert.deepEqual(await treeOf(project), failed ? before : after, `step ${step}`)
      })
  })
})
