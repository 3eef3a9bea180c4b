import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

const DOOR = 'app/plugins/documents/notices/document_notices.ts'

const IMPORTED = /import\s+(?!type\b)\{([^}]*)\}\s*from\s*'#kernel\/plugins\/main'/g

const sends = (file: string) =>
  [...readFileSync(join(PROJECT, file), 'utf8').matchAll(IMPORTED)].some(([, names]) =>
    /(^|,)\s*Notices\b/.test(names!)
  )

test.group('Architecture | notices of documents', () => {
  test('let people hear of documents through one door, which knows who may see them', ({
    assert,
  }) => {
    const senders = sourceFiles('app/plugins/documents').filter(sends)
    assert.sameMembers(senders, [DOOR])
  })
})
