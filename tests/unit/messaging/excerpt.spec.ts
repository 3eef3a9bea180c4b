import { test } from '@japa/runner'
import { excerptOf } from '../../../app/plugins/messaging/search/excerpt.js'

const LONG = 'word '.repeat(100).trim()

test.group('Messaging | the excerpt of a hit', () => {
  test('mark {keyword} in {text} as {marked}')
    .with([
      { text: 'Here is the Invoice of May', keyword: 'invoice', marked: 'Invoice' },
      { text: 'ärger und Ärger', keyword: 'ÄRGER', marked: 'ärger' },
      { text: 'Cafe\u0301 noir', keyword: 'café', marked: 'Café' },
      { text: '🎉🎉 done 🎉', keyword: 'DONE', marked: 'done' },
      { text: 'İstanbul', keyword: 'istanbul', marked: null },
      { text: 'full width ＡＢＣ', keyword: 'abc', marked: null },
    ])
    .run(({ assert }, { text, keyword, marked }) => {
      const { text: shown, hit } = excerptOf(text, keyword)
      assert.equal(hit && shown.slice(hit.from, hit.to), marked)
    })

  test('show what lies around, and cut no character in two', ({ assert }) => {
    const { text, hit } = excerptOf(
      `${'🎉'.repeat(60)} found ${'é'.normalize('NFD').repeat(300)}`,
      'found'
    )
    assert.match(text, /^…🎉/u)
    assert.match(text, /é…$/u)
    assert.equal(text.slice(hit!.from, hit!.to), 'found')
    assert.isTrue(text.isWellFormed())
  })

  test('show the beginning without a keyword', ({ assert }) => {
    assert.deepEqual(excerptOf('short'), { text: 'short', hit: null })
    const { text, hit } = excerptOf(LONG)
    assert.isNull(hit)
    assert.equal(text, `${LONG.slice(0, 160)}…`)
  })
})
