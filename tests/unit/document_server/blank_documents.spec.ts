import { test } from '@japa/runner'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { blankFile, blankKinds } from '#plugins/documents/blank/blank_file'
import { blankDocuments } from '#tests/tools/blank_documents/blank_documents'

const MAIN_PARTS = {
  word: 'word/document.xml',
  cell: 'xl/workbook.xml',
  slide: 'ppt/presentation.xml',
}

test.group('Documents | blank files', () => {
  for (const kind of blankKinds) {
    test(`keep the ${kind} file as its generator writes it`, async ({ assert }) => {
      const { path } = blankFile(kind)
      const generated = blankDocuments()[basename(path)]

      assert.deepEqual(new Uint8Array(await readFile(path)), generated)
    })

    test(`name every part of the ${kind} file in its content types`, async ({ assert }) => {
      const parts = unzipSync(await readFile(blankFile(kind).path))
      const names = Object.keys(parts)
      const types = strFromU8(parts['[Content_Types].xml'] ?? new Uint8Array())

      assert.equal(names[0], '[Content_Types].xml')
      assert.include(names, MAIN_PARTS[kind])
      for (const name of names.slice(1).filter((part) => !part.endsWith('.rels')))
        assert.include(types, `PartName="/${name}"`)
    })

    test(`point every relationship of the ${kind} file at a part`, async ({ assert }) => {
      const parts = unzipSync(await readFile(blankFile(kind).path))

      for (const [name, bytes] of Object.entries(parts).filter(([part]) =>
        part.endsWith('.rels')
      )) {
        const base = new URL(name.replace(/_rels\/[^/]*$/, ''), 'zip://part/')
        for (const [, target] of strFromU8(bytes).matchAll(/Target="([^"]+)"/g))
          assert.include(Object.keys(parts), new URL(String(target), base).pathname.slice(1))
      }
    })
  }
})
