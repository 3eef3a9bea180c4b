import { test } from '@japa/runner'
import { sourceFiles, staticImports } from '../helpers/imports.js'

const MODEL = 'app/plugins/files/models/stored_file'

test.group('Architecture | held files', () => {
  test('let the operations on files reach none but through what may be read', ({ assert }) => {
    const controllers = sourceFiles('app/plugins/files/controllers')
    assert.isNotEmpty(controllers)
    const past = controllers.filter((file) => staticImports(file).includes(MODEL))
    assert.deepEqual(past, [], 'Use ReadableFiles, which asks whoever holds a file')
  })
})
