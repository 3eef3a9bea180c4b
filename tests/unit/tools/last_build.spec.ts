import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'

/** The launcher runs on any Node.js, and is plain JavaScript. */
interface Launcher {
  keepingTheLast(work: () => unknown, folder: string): Promise<void>
}

const launcher = new URL('../../../bin/launcher/production_build.js', import.meta.url).href
const { keepingTheLast } = (await import(launcher)) as Launcher

test.group('Launcher | the last build', (group) => {
  let root: string
  group.each.setup(async () => {
    root = await mkdtemp(join(tmpdir(), 'chancery-build-'))
    return () => rm(root, { recursive: true })
  })

  const folder = () => join(root, 'build')
  const made = (text: string) => {
    mkdirSync(folder())
    writeFileSync(join(folder(), 'server.js'), text)
  }
  const built = () => readFileSync(join(folder(), 'server.js'), 'utf8')

  test('is there again where the next one fails', async ({ assert }) => {
    made('last')
    const failing = keepingTheLast(() => {
      made('half')
      throw new Error('it does not compile')
    }, folder())
    await assert.rejects(() => failing, 'it does not compile')
    assert.equal(built(), 'last')
    assert.isFalse(existsSync(`${folder()}.last`))
  })

  test('makes room for the next one', async ({ assert }) => {
    for (const text of ['first', 'last', 'next']) {
      await keepingTheLast(() => made(text), folder())
      assert.equal(built(), text)
    }
    assert.isFalse(existsSync(`${folder()}.last`))
  })
})
