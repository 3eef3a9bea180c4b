import { test } from '@japa/runner'
import { extensionOf, safeName, withoutExtension } from '#plugins/files/main'
import { longestRunIn, marksInDisorder, normalizedDuring } from '../../helpers/normalized_texts.js'
import { contentDisposition } from '../../../app/plugins/files/download/content_disposition.js'

test.group('Files | safe names', () => {
  test('make {given} into {made}')
    .with([
      { given: 'report.docx', made: 'report.docx' },
      { given: '../../etc/passwd', made: 'passwd' },
      { given: 'C:\\Users\\me\\plan.xlsx', made: 'plan.xlsx' },
      { given: '/', made: 'file' },
      { given: '', made: 'file' },
      { given: '...', made: 'file' },
      { given: '.htaccess', made: 'htaccess' },
      { given: 'a\u0000b\r\nc.docx', made: 'abc.docx' },
      { given: 'invoice\u202excod.exe', made: 'invoicexcod.exe' },
      { given: 'report.exe.docx', made: 'report_exe.docx' },
      { given: 'page.php.jpg', made: 'page_php.jpg' },
      { given: 'v1.2 notes.docx', made: 'v1.2 notes.docx' },
      { given: 'Überblick 概要.docx', made: 'Überblick 概要.docx' },
      { given: 'a"b<c>.txt', made: 'abc.txt' },
    ])
    .run(({ assert }, { given, made }) => {
      assert.equal(safeName(given), made)
    })

  test('shorten a long name and keep its extension', ({ assert }) => {
    const name = safeName(`${'n'.repeat(500)}.docx`)
    assert.lengthOf(name, 200)
    assert.equal(extensionOf(name), 'docx')
  })

  test('put no very many marks of a name into order', async ({ assert }) => {
    const texts = await normalizedDuring(() => safeName(`e\u0301.${marksInDisorder(2_000)}.docx`))
    assert.isAtMost(longestRunIn(texts), 30)
  })

  test('tell stem and extension apart', ({ assert }) => {
    assert.equal(withoutExtension('a.b.docx'), 'a.b')
    assert.equal(withoutExtension('no extension.'), 'no extension.')
    assert.equal(extensionOf('README'), '')
  })

  test('name a download in ASCII, and beside it in full', ({ assert }) => {
    assert.equal(contentDisposition('plain.docx'), 'attachment; filename="plain.docx"')
    assert.equal(
      contentDisposition("Zoë's (1).docx"),
      `attachment; filename="Zo_'s (1).docx"; filename*=UTF-8''Zo%C3%AB%27s%20%281%29.docx`
    )
  })

  test('put no quote, line or broken character into a header', ({ assert }) => {
    const header = contentDisposition('a"\r\nX: 1\ud800.txt')
    assert.equal(header, `attachment; filename="aX 1_.txt"; filename*=UTF-8''aX%201%EF%BF%BD.txt`)
  })
})
