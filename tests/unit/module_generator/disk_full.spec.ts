import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { Journal } from '#kernel/tree/journal'
import { SourceTree } from '#kernel/tree/source_tree'
import { alone } from '../../../app/plugins/module_generator/applying/generator_lock.js'

const run = promisify(execFile)

/** A tree on a disk of its own that holds next to nothing; where nobody may mount one, its fourth step finds it full. */
async function onSmallDisk(work: (tree: SourceTree, step: () => void) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-disk-'))
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).then(
    () => true,
    () => false
  )
  let steps = 0
  const full = () => {
    steps += 1
    if (!mounted && steps === 4)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  try {
    await work(new SourceTree(folder), full)
  } finally {
    if (mounted) await run('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  }
}

test.group('Module generator | disk full', () => {
  test('say so, with the tree as it was and nothing left behind', async ({ assert }) => {
    await onSmallDisk(async (tree, step) => {
      await mkdir(tree.path('config'))
      await writeFile(tree.path('config/plugins.ts'), 'old')
      const changes = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
        path: `app/plugins/book/${name}.ts`,
        content: name.repeat(60_000),
      }))
      const journal = new Journal(tree, step)
      const written = journal.write([...changes, { path: 'config/plugins.ts', content: 'new' }], {})
      await assert.rejects(() => written, /is the disk full/)

      assert.equal(await readFile(tree.path('config/plugins.ts'), 'utf8'), 'old')
      assert.isFalse(tree.exists('app'))
      assert.deepEqual(await readdir(Journal.folderOf(tree)), [])
    })
  })

  test('say so where it is the copy to be checked that finds no room', async ({ assert }) => {
    await onSmallDisk(async (tree) => {
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await assert.rejects(() => alone(tree, () => Promise.reject(full)), /is the disk full/)
      assert.equal(await alone(tree, async () => 'free again'), 'free again')
    })
  })
})
