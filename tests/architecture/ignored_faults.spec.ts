import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

/** MariaDB cuts what is too long, and puts zero for what is no number, where it is told to ignore a conflict. */
const IGNORES = /\b(insert|update|replace)\s+ignore\b|\.ignore\(\)/i

test.group('Architecture | ignored faults', () => {
  test('let no statement tell a database to ignore what does not fit', ({ assert }) => {
    const found = sourceFiles('app').filter((file) =>
      IGNORES.test(readFileSync(join(PROJECT, file), 'utf8'))
    )
    assert.deepEqual(found, [])
  })
})
