import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { MadeProject } from './made_project.js'

const ORDER = { article: 'tea', count: 2 }
/** What an installation changes. */
const INSTALLED = /^(node_modules|package-lock\.json|data|\.adonisjs|tmp)/

test.group('Application | configured', (group) => {
  let shop: MadeProject
  group.setup(async () => {
    shop = await MadeProject.shop()
    return () => shop[Symbol.asyncDispose]()
  })

  const contents = async () => {
    const entries = await readdir(shop.folder, { withFileTypes: true, recursive: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !INSTALLED.test(path.slice(shop.folder.length + 1)))
    const pairs = paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)
    return Object.fromEntries(await Promise.all(pairs))
  }

  test('show what would change, and write nothing', async ({ assert }) => {
    const before = await contents()
    const { code, output } = await shop.ace('configure', 'chancery', '--dry-run')
    assert.equal(code, 0, output)
    assert.include(output, '+export default await createEnv(')
    assert.include(output, '1_create_users_table.ts is set aside')
    assert.deepEqual(await contents(), before)
  })

  test('have both its own routes and those of Chancery, and be as before once taken out', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => shop.stop())
    const before = await contents()
    const configured = await shop.ace('configure', 'chancery')
    assert.equal(configured.code, 0, configured.output)
    const types = await shop.npm('run', 'typecheck')
    assert.equal(types.code, 0, types.output)

    await shop.start()
    const token = await shop.logIn()
    const users = await shop.ask<{ total: number }>('GET', '/app/system/users', undefined, token)
    assert.equal(users.code, 200)
    const own = await fetch(shop.url)
    assert.deepEqual(await own.json(), { shop: 'open', currency: 'EUR' })
    assert.equal(own.headers.get('x-shop'), 'open')
    assert.isNull((await fetch(`${shop.url}/actuator/health`)).headers.get('x-shop'))
    assert.equal((await shop.ask('POST', '/orders', { ...ORDER, count: 0 })).code, 422)
    await shop.stop()

    const again = await shop.ace('configure', 'chancery')
    assert.include(again.output, 'Chancery is in this application already')
    const made = await shop.ace('make:plugin', 'parcels')
    assert.equal(made.code, 0, made.output)
    const tested = await shop.npm('test')
    assert.equal(tested.code, 0, tested.output)

    const refused = await shop.ace('configure', 'chancery', '--undo')
    assert.equal(refused.code, 1)
    assert.include(refused.output, 'Changed since Chancery was put in: config/plugins.ts')
    const undone = await shop.ace('configure', 'chancery', '--undo', '--force')
    assert.equal(undone.code, 0, undone.output)
    const after = await contents()
    const kept = Object.entries(after).filter(([path]) => !path.includes('parcels'))
    assert.deepEqual(Object.fromEntries(kept), before)
  })
})
