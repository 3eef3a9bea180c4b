import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'

const keysIn = (file: string, pattern: RegExp) =>
  [...readFileSync(`${PROJECT}/${file}`, 'utf8').matchAll(pattern)].map((found) => found[1]!)

const validated = () => keysIn('start/env.ts', /^ {2}([A-Z][A-Z0-9_]*): Env\.schema/gm)

test.group('Docs | configuration', () => {
  test('describe every key that the service reads, and no other', ({ assert }) => {
    const described = keysIn('docs/configuration.md', /^\| `([A-Z][A-Z0-9_]*)` *\|/gm)
    assert.sameMembers(described, validated())
  })

  test('offer only keys that the service reads in .env.example', ({ assert }) => {
    const offered = keysIn('.env.example', /^#?\s*([A-Z][A-Z0-9_]*)=/gm)
    assert.isNotEmpty(offered)
    assert.includeMembers(validated(), offered)
  })
})
