import { test } from '@japa/runner'
import fc from 'fast-check'
import { contentDisposition } from '../../../app/plugins/files/download/content_disposition.js'

const FORM = /^attachment; filename="([\x20-\x7e]*)"(?:; filename\*=UTF-8''([\w%.~!#$&+^`|-]*))?$/

/** What a person types into a name, and what somebody puts there who means harm. */
const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('..', '/', '\\', '"', ';', '\r\n', '\u202e', '\u2067', '\u0000', '%2f', '*', ' '),
  fc.constantFrom('.docx', '.exe', '~', 'CON', 'é', '概要', '\ud800', "'", '%', 'a'.repeat(300))
)
const name = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))

test.group('Files | Content-Disposition', () => {
  test('name one file in the folder that it is saved to, whatever it is called', ({ assert }) => {
    const holds = fc.property(name, (given) => {
      const [, plain, extended] = FORM.exec(contentDisposition(given)) ?? []
      assert.isDefined(plain, contentDisposition(given))
      assert.notInclude(plain!, '"')
      for (const shown of [plain!, decodeURIComponent(extended ?? 'x')]) {
        assert.notMatch(shown, /[/\\\p{Cc}\u200b\p{Bidi_Control}\u2028\u2029]/u)
        assert.notMatch(shown, /^[.\s]*$/)
        assert.notMatch(shown, /^\./)
        assert.isAtMost(Buffer.byteLength(shown), 255)
      }
    })
    fc.assert(holds, { numRuns: 300 })
  })

  test('keep the type of what is called by dots alone', ({ assert }) => {
    assert.equal(contentDisposition('...docx'), 'attachment; filename="file.docx"')
    assert.equal(contentDisposition('..'), 'attachment; filename="file"')
  })
})
