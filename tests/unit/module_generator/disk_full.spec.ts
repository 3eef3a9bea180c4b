import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Journal, SourceTree } from '#kernel/source_tree/main'
import { alone } from '../../../app/plugins/module_generator/applying/generator_lock.js'

const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

test.group('Module generator | disk full', (group) => {
  let tree: SourceTree
  group.each.setup(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chancery-disk-'))
    tree = new SourceTree(folder)
    return () => rm(folder, { recursive: true, force: true })
  })

  test('say so, with the tree as it was and nothing left behind', async ({ assert }) => {
    await mkdir(tree.path('config'))
    await writeFile(tree.path('config/plugins.ts'), 'old')
    let steps = 0
    const journal = new Journal(tree, () => {
      if (++steps === 4) throw full()
    })
    const changes = ['a', 'b', 'c'].map((name) => ({
      path: `app/plugins/book/${name}.ts`,
      content: name,
    }))
    const written = journal.write([...changes, { path: 'config/plugins.ts', content: 'new' }], {})
    await assert.rejects(() => written, /is the disk full/)

    assert.equal(await readFile(tree.path('config/plugins.ts'), 'utf8'), 'old')
    assert.isFalse(tree.exists('app'))
    assert.deepEqual(await readdir(Journal.folderOf(tree)), [])
  })

  test('say so where it is the copy to be checked that finds no room', async ({ assert }) => {
    await assert.rejects(() => alone(tree, () => Promise.reject(full())), /is the disk full/)
    assert.equal(await alone(tree, async () => 'free again'), 'free again')
  })
})
