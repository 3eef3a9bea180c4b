import fc from 'fast-check'
import { test } from '@japa/runner'
import { hasLongRun, normalized, type Form } from '#kernel/contracts/normalized'
import { marksInDisorder, normalizedDuring } from '../../helpers/normalized_texts.js'

const FORMS: Form[] = ['NFC', 'NFD', 'NFKC', 'NFKD']
/** Of several classes, of none, of two in one sign, and what becomes a mark. */
const MARKS = ['\u0301', '\u0323', '\u0327', '\u0345', '\u3099', '\u0344', '\u09be', '\uff9e']
const LETTERS = ['a', 'é', 'ﬀ', 'ｶ', '한', '\u1161', '\u11a8', '\u0e33', '\ufdfa', '𝔘', '\ud800']

const form = fc.constantFrom(...FORMS)
const letter = fc.oneof(fc.constantFrom(...LETTERS), fc.string({ unit: 'binary', maxLength: 3 }))
const marks = (most: number) =>
  fc.array(fc.constantFrom(...MARKS), { maxLength: most, size: 'max' }).map((some) => some.join(''))
const text = (most: number) =>
  fc.array(fc.tuple(letter, marks(most))).map((parts) => parts.flat().join(''))

test.group('Texts | normalized', () => {
  test('write a text as Unicode does, whatever its letters and up to 30 marks on each', ({
    assert,
  }) => {
    const ordinary = text(30).filter((one) => !hasLongRun(one))
    fc.assert(
      fc.property(ordinary, form, (given, to) => {
        assert.equal(normalized(given, to), given.normalize(to))
      }),
      { numRuns: 100 }
    )
    const most = `e${marksInDisorder(30)}`
    for (const to of FORMS) assert.equal(normalized(most, to), most.normalize(to))
  })

  test('leave more than 30 marks in a row as they are, and nothing else', ({ assert }) => {
    const many = marksInDisorder(32)
    assert.equal(normalized(`ﬀe\u0301${many}`, 'NFKC'), `ffe\u0301${many}`)
    assert.equal(normalized(`é a${many}b é`, 'NFD'), `e\u0301 a${many}b e\u0301`)
    const halfWide = '\u0323\uff9e'.repeat(20)
    assert.equal(normalized(`a${halfWide}`, 'NFKD'), `a${halfWide}`)
  })

  test('have nothing put into order that takes the square of its length', async ({ assert }) => {
    const hostile = [marksInDisorder(2_000), '\u0323\uff9e'.repeat(1_000), '\u0344'.repeat(1_000)]
    const texts = await normalizedDuring(() => {
      for (const one of hostile) for (const to of FORMS) normalized(`a${one}b${one}c`, to)
    })
    assert.lengthOf(texts.filter(hasLongRun), 0)
  })

  test('change nothing the second time', ({ assert }) => {
    fc.assert(
      fc.property(text(70), form, (given, to) => {
        const once = normalized(given, to)
        assert.equal(normalized(once, to), once)
      }),
      { numRuns: 100 }
    )
  })
})
