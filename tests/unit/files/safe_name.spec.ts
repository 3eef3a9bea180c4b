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
      { given: 'PLAN.PDF', made: 'PLAN.PDF' },
      { given: 'plan \u2800.docx', made: 'plan \u2800.docx' },
      { given: '\u2800.docx', made: 'file.docx' },
    ])
    .run(({ assert }, { given, made }) => {
      assert.equal(safeName(given), made)
    })

  test('shorten a long name and keep its extension', ({ assert }) => {
    const name = safeName(`${'n'.repeat(500)}.docx`)
    assert.lengthOf(name, 255)
    assert.equal(extensionOf(name), 'docx')
  })

  test('cut a name of {letter} at 255 bytes, between letters that are whole')
    .with([
      { letter: '概', kept: 83 },
      { letter: '👩\u200d👩\u200d👧', kept: 13 },
      { letter: '🇨🇳', kept: 31 },
      { letter: 'e\u0331', kept: 83 },
    ])
    .run(({ assert }, { letter, kept }) => {
      assert.equal(safeName(`${letter.repeat(300)}.docx`), `${letter.repeat(kept)}.docx`)
    })

  test('cut a letter of more marks than fit', ({ assert }) => {
    const name = safeName(`e${'\u0331'.repeat(300)}.docx`)
    assert.equal(name, `e${'\u0331'.repeat(124)}.docx`)
  })

  test('keep what joins scripts and emoji: {name}')
    .with([
      { name: 'می\u200cخواهم.docx' },
      { name: 'क्\u200dष.docx' },
      { name: 'ශ්\u200dරී.docx' },
      { name: '👩\u200d🚒 duty.docx' },
      { name: '👩🏽\u200d❤\ufe0f\u200d👨🏻.docx' },
      { name: '🏳\ufe0f\u200d🌈 1\ufe0f\u20e3.docx' },
      { name: '葛\u{e0100}城.docx' },
      { name: '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.docx' },
    ])
    .run(({ assert }, { name }) => {
      assert.equal(safeName(name), name)
    })

  test('drop what joins nothing: {given}')
    .with([
      { given: '\u200dplan\u200d.docx', made: 'plan.docx' },
      { given: '\u200c \ufe0fplan \u200d\u200d.docx', made: 'plan.docx' },
      { given: 'a \u200d b\u200c', made: 'a  b' },
      { given: '❤\ufe0f\ufe0f\ufe0e', made: '❤\ufe0f' },
      { given: 'a\u200bb\u2060c\u00ad\ufeff\u2066\u{e0041}\u3164', made: 'abc' },
      { given: '\u200d\u200c\ufe0f.docx', made: 'docx' },
    ])
    .run(({ assert }, { given, made }) => {
      assert.equal(safeName(given), made)
    })

  test('leave no joiner at the end of a name that is cut', ({ assert }) => {
    const name = safeName(`${'a'.repeat(243)}می\u200cخواهم.docx`)
    assert.equal(name, `${'a'.repeat(243)}می.docx`)
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
