import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  inspectFile,
  PackageTooLarge,
  trustedBounds,
  type PackageBounds,
} from '#plugins/files/main'
import { growingPackage, manifoldPackage } from '../../helpers/growing_packages.js'

const MB = 1024 * 1024
const TRUSTED = trustedBounds(4096 * MB)

test.group('Files | how far a package is looked into', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-bounds-'))
    return () => rm(folder, { recursive: true })
  })

  async function inspect(bytes: Uint8Array, name: string, bounds?: PackageBounds) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return inspectFile(path, name, bounds)
  }

  test('look further into what a trusted server writes', async ({ assert }) => {
    await assert.rejects(() => inspect(manifoldPackage(20_001), 'a.docx'), /too many parts/)
    const zeros = growingPackage('', 2)
    await assert.rejects(() => inspect(zeros, 'a.docx'), /out of all proportion/)
    assert.equal((await inspect(zeros, 'a.docx', TRUSTED)).extension, 'docx')
  })

  test('tell what is beyond the bounds from what is damaged', async ({ assert }) => {
    const faultOf = (bytes: Uint8Array) => inspect(bytes, 'a.docx').catch((error: unknown) => error)
    const zeros = growingPackage('', 2)
    assert.instanceOf(await faultOf(zeros), PackageTooLarge)
    assert.notInstanceOf(await faultOf(zeros.subarray(0, 500)), PackageTooLarge)
  })

  test('look no less far than into an upload, however low the limit', async ({ assert }) => {
    const bytes = growingPackage('', 2)
    assert.equal((await inspect(bytes, 'a.docx', trustedBounds(MB))).extension, 'docx')
  })
})
