import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { strToU8 } from 'fflate'
import {
  inspectFile,
  PackageTooLarge,
  trustedBounds,
  type PackageBounds,
} from '#plugins/files/main'
import { growingPackage, manifoldPackage } from '../../helpers/growing_packages.js'
import { contentTypes, wordBytes } from '../../helpers/packages.js'

const MB = 1024 * 1024
const TRUSTED = trustedBounds(4096 * MB)

const declaring = (type: string) => `<Override PartName="/a" ContentType="${type}"/>`

test.group('Files | how far a package is looked into', (group) => {
  let folder: string
  group.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-bounds-'))
    return () => rm(folder, { recursive: true })
  })

  async function inspect(bytes: Uint8Array, name: string, bounds?: PackageBounds) {
    const path = join(folder, 'sample')
    await writeFile(path, bytes)
    return inspectFile(path, bytes.length, name, bounds)
  }

  test('look further into what a trusted server writes', async ({ assert }) => {
    await assert.rejects(() => inspect(manifoldPackage(20_001), 'a.docx'), /too many parts/)
    const zeros = growingPackage('', 2)
    await assert.rejects(() => inspect(zeros, 'a.docx'), /out of all proportion/)
    assert.equal((await inspect(zeros, 'a.docx', TRUSTED)).extension, 'docx')
  })

  test('tell what is beyond the bounds from what is damaged', async ({ assert }) => {
    const listed = wordBytes('', {
      '[Content_Types].xml': strToU8(contentTypes(' '.repeat(2 * MB))),
    })
    const faultOf = (bytes: Uint8Array) => inspect(bytes, 'a.docx').catch((error: unknown) => error)
    assert.instanceOf(await faultOf(listed), PackageTooLarge)
    assert.notInstanceOf(await faultOf(listed.subarray(0, 500)), PackageTooLarge)
    assert.equal((await inspect(listed, 'a.docx', TRUSTED)).extension, 'docx')
  })

  test('look no less far than into an upload, however low the limit', async ({ assert }) => {
    const bytes = growingPackage('', 2)
    assert.equal((await inspect(bytes, 'a.docx', trustedBounds(MB))).extension, 'docx')
  })

  test('find macros wherever they stand in a long list, in {title}')
    .with([
      { title: 'UTF-8', encoded: (text: string) => strToU8(text) },
      { title: 'UTF-16', encoded: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le') },
    ])
    .run(async ({ assert }, { encoded }) => {
      const macros = declaring('application/vnd.ms-office.vbaProject')
      for (const before of [1500, 3449]) {
        const types = declaring('image/png').repeat(before) + macros + declaring('image/png')
        const bytes = wordBytes('', { '[Content_Types].xml': encoded(contentTypes(types)) })
        assert.equal((await inspect(bytes, '')).extension, 'docm', String(before))
      }
    })
})
