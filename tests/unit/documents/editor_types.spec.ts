import { test } from '@japa/runner'
import type { Config } from '@onlyoffice/doceditor-types'
import type { Shaped } from '#kernel/contracts/main'
import type { editorConfigShape } from '../../../app/plugins/documents/transformers/editor_transformer.js'

type Answered = Shaped<typeof editorConfigShape>

test.group('Documents | the editor’s own types', () => {
  test('take the configuration as it is answered', ({ assert }) => {
    const fits = ({ document, editorConfig, ...others }: Answered): Config => {
      const { fileType, ...shown } = document
      const { lang, ...how } = editorConfig
      return { ...others, document: shown, editorConfig: how }
    }
    assert.isFunction(fits)
  })
})
