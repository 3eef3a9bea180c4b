import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT, sourceFiles } from '../helpers/imports.js'

const UPSTREAM = /Upstream: https:\/\/github\.com\/|No upstream issue is known\./
const REMOVAL = /Remove when /
/** It shows the package as it is, and fails once the patch can go. */
const NEEDED = /test\('is needed while /

const patches = sourceFiles('app/kernel/patches')
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'main')

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')

function specOf(name: string): string {
  const places = ['unit', 'functional'].map((suite) => `tests/${suite}/patches/${name}.spec.ts`)
  return read(places.find((path) => existsSync(join(PROJECT, path))) ?? places[0]!)
}

test.group('Architecture | patches', () => {
  test('name the upstream issue of {$self}, when it goes, and test that it is still needed')
    .with(patches)
    .run(({ assert }, name) => {
      const source = read(`app/kernel/patches/${name}.ts`)
      assert.match(source, UPSTREAM)
      assert.match(source, REMOVAL)
      assert.match(specOf(name), NEEDED)
    })
})
