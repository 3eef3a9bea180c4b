import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import type { EditorConfig } from '#plugins/documents/main'
import { EditorSettings } from '../../../app/plugins/documents/editor/editor_settings.js'

const PLACE = 'files/data/K_1/output.docx/output.docx?md5=a_b&expires=1'

function settingsFor(documentServerUrl: string, documentServerInternalUrl?: string) {
  const config = { enabled: true, publicBaseUrl: 'http://127.0.0.1:2', documentServerUrl }
  const secret = new Secret('a secret that both sides of the editor share')
  return new EditorSettings({
    ...config,
    documentServerInternalUrl,
    secret,
    appKey: secret,
  } as unknown as EditorConfig)
}

test.group('Document server | where its files are', () => {
  test('fetch what is named below the path {prefix} as {named}')
    .with([
      { prefix: '', named: '' },
      { prefix: '/docs', named: '/docs' },
      { prefix: '/my_docs', named: '/my%5fdocs' },
      { prefix: '/my_docs/of_all', named: '/my%5Fdocs/of_all' },
      { prefix: '/my%5fdocs', named: '/my_docs' },
    ])
    .run(({ assert }, { prefix, named }) => {
      const settings = settingsFor(`http://one.example${prefix}`, `http://inside${prefix}`)
      const url = `http://one.example${named}/cache/${PLACE}`
      assert.equal(settings.downloadUrl(url)?.href, `http://inside${prefix}/cache/${PLACE}`)
      assert.isTrue(settings.isOutput(url))
    })

  test('know what is written, wherever it is kept', ({ assert }) => {
    const settings = settingsFor('http://one.example')
    for (const folder of ['cache', 'storage-cache'])
      assert.isTrue(settings.isOutput(`http://one.example/${folder}/${PLACE}`), folder)
    for (const path of ['cache/other/a', 'storage-cache', 'storage/files/a', 'x/cache/files/a'])
      assert.isFalse(settings.isOutput(`http://one.example/${path}`), path)
  })
})
