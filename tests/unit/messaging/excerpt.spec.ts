import { test } from '@japa/runner'
import { excerptOf, Finder } from '../../../app/plugins/messaging/search/excerpt.js'

function excerpt(text: string, word: string) {
  return excerptOf(text, new Finder(word).find(text))
}

function marked(text: string, word: string): string | null {
  const { text: shown, hit } = excerpt(text, word)
  return hit && shown.slice(hit.from, hit.to)
}

test.group('Messaging | excerpts', () => {
  test('show a short text as it is, and where the word is', ({ assert }) => {
    assert.deepEqual(excerpt('The Invoice', 'invoice'), {
      text: 'The Invoice',
      hit: { from: 4, to: 11 },
    })
    assert.deepEqual(excerpt('Nothing', 'invoice'), { text: 'Nothing', hit: null })
    assert.deepEqual(excerptOf('', null), { text: '', hit: null })
  })

  test('leave out what is far from the word, and say so', ({ assert }) => {
    const long = `${'a '.repeat(500)}needle${' b'.repeat(500)}`
    const { text, hit } = excerpt(long, 'needle')
    assert.isBelow(text.length, 200)
    assert.match(text, /^….*needle.*…$/)
    assert.equal(text.slice(hit!.from, hit!.to), 'needle')
    const beginning = excerptOf(long, null).text
    assert.isBelow(beginning.length, 200)
    assert.match(beginning, /^a .*…$/)
  })

  test('find a word whatever its accents, the one that is written alike before all others', ({
    assert,
  }) => {
    assert.equal(marked('Un été à Paris', 'ete'), 'été')
    assert.equal(marked('Un été, ete', 'ete'), 'ete')
    assert.equal(marked('Ein e\u0301te\u0301', 'été'), 'été')
    assert.equal(marked('İİ Straße', 'straße'), 'Straße')
    assert.equal(marked('ＡＢＣ', 'abc'), 'ABC')
    assert.equal(marked('a.c abc', 'b'), 'b')
    assert.isNull(marked('abc', 'a.c'))
    assert.isNull(marked('abc', '\u0301'))
  })

  test('never cut within a character', ({ assert }) => {
    for (let before = 0; before < 6; before++) {
      const long = `${'x'.repeat(before)}${'👍🏽'.repeat(60)}word${'e\u0301'.repeat(200)}`
      const { text, hit } = excerpt(long, 'word')
      assert.isTrue(text.isWellFormed())
      assert.equal(text.slice(hit!.from, hit!.to), 'word')
      assert.notMatch(text, /…\p{M}/u)
      assert.match(text, /é…$/)
    }
  })
})
