import { test } from '@japa/runner'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { blankFile, blankKinds } from '#plugins/documents/blank/blank_file'
import { blankDocuments } from '#tests/tools/blank_documents/blank_documents'

test.group('Documents | blank files', () => {
  for (const kind of blankKinds)
    test(`keep the ${kind} file as its generator writes it, every part named`, async ({
      assert,
    }) => {
      const { path } = blankFile(kind)
      const bytes = new Uint8Array(await readFile(path))
      assert.deepEqual(bytes, blankDocuments()[basename(path)])
      const { '[Content_Types].xml': types, ...parts } = unzipSync(bytes)
      for (const [name, part] of Object.entries(parts)) {
        if (!name.endsWith('.rels')) assert.include(strFromU8(types!), `PartName="/${name}"`)
        const base = new URL(name.replace(/_rels\/[^/]*$/, ''), 'zip://part/')
        const targets = name.endsWith('.rels') ? strFromU8(part).matchAll(/Target="([^"]+)"/g) : []
        for (const [, target] of targets)
          assert.include(Object.keys(parts), new URL(target!, base).pathname.slice(1))
      }
    })
})
