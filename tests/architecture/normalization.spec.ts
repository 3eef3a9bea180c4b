import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

/** Where texts are normalized. */
const OWN = ['app/kernel/contracts/normalized.ts']
const NORMALIZES = /(?<!\bUser)\.normalize\(/

test.group('Architecture | normalization', () => {
  test('let one function alone normalize texts: it takes no square of their length', ({
    assert,
  }) => {
    const found = ['app', 'config', 'providers', 'start']
      .flatMap(sourceFiles)
      .filter((file) => NORMALIZES.test(readFileSync(join(PROJECT, file), 'utf8')))
    assert.deepEqual(found.sort(), OWN, 'Use normalized of #kernel/contracts/main')
  })
})
