import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import yauzl, { type ZipFile } from 'yauzl'
import { ownRowsOf } from '#kernel/data_scope/reach'
import type { Refusal } from '#kernel/http/define_error'
import { actAsOperator, actAsSystem } from '#kernel/operator/acting'
import { inspectFile, packageDigest, trustedBounds } from '#plugins/files/main'
import { growingPackage } from '../../helpers/growing_packages.js'

const MOST = 4
const OF_ONE = 2
const MANY = 40
const LONGEST_LINE = 500
const GB = 1024 ** 3

type Done = (error: Error | null, zip: ZipFile) => void

/** How many packages were open at once. */
function watchedPackages() {
  const seen = { open: 0, most: 0 }
  const { open } = yauzl as unknown as { open: (...args: unknown[]) => void }
  const counting = (path: string, options: object, done: Done) =>
    open(path, options, (error: Error | null, zip: ZipFile) => {
      seen.most = Math.max(seen.most, ++seen.open)
      const close = zip.close.bind(zip)
      zip.close = () => {
        seen.open--
        close()
      }
      done(error, zip)
    })
  Object.assign(yauzl, { open: counting })
  return { seen, restore: () => void Object.assign(yauzl, { open }) }
}

function actAs<T>(id: number, work: () => T): T {
  const operator = { id, username: 'a', nickname: 'A', departmentId: null, sessionId: null }
  return actAsOperator({ operator, permission: null, reach: ownRowsOf(id), roles: [] }, work)
}

test.group('Files | packages that are looked into at once', (group) => {
  let path = ''
  let size = 0
  group.setup(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packages-'))
    path = join(folder, 'a.docx')
    const bytes = growingPackage('text', 1)
    size = bytes.length
    await writeFile(path, bytes)
    return () => rm(folder, { recursive: true })
  })

  const digest = () => packageDigest(path, trustedBounds(GB))
  const inspect = () => inspectFile(path, size, 'a.docx', trustedBounds(GB))

  test('be few, whoever sends them', async ({ assert, cleanup }) => {
    const { seen, restore } = watchedPackages()
    cleanup(restore)
    const people = Array.from({ length: MANY / 2 }, (_, id) => actAs(id + 1, inspect))
    const saves = Array.from({ length: 4 }, (_, no) => actAsSystem(`reason ${no}`, digest))
    await Promise.all([...people, ...saves])
    assert.equal(seen.most, MOST)
    assert.equal(seen.open, 0)
  })

  test('be a share of one person', async ({ assert, cleanup }) => {
    const { seen, restore } = watchedPackages()
    cleanup(restore)
    await Promise.all(Array.from({ length: 8 }, () => actAs(1, inspect)))
    assert.equal(seen.most, OF_ONE)
  })

  test('keep the service’s own waiting for no more than a turn of what people bring', async ({
    assert,
  }) => {
    const order: string[] = []
    const people = Array.from({ length: MANY }, async (_, no) => {
      await actAs((no % 20) + 1, inspect)
      order.push('upload')
    })
    const save = actAsSystem('the document server reports', inspect).then(() => order.push('save'))
    await Promise.all([...people, save])
    assert.isAtMost(order.indexOf('save'), 2 * MOST)
  })

  test('refuse with a reason whoever has very many waiting already', async ({ assert }) => {
    const many = LONGEST_LINE + OF_ONE
    const all = await Promise.allSettled(Array.from({ length: many + 1 }, () => actAs(1, inspect)))
    const refused = all.filter((one) => one.status === 'rejected')
    assert.lengthOf(refused, 1)
    const { status, message, headers } = refused[0]!.reason as Refusal
    assert.deepEqual([status, headers!['Retry-After']], [429, '5'])
    assert.match(message, /packages.*try again/)
  })
})
