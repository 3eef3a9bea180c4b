import { test } from '@japa/runner'
import { foldText, searchTextOf } from '#kernel/database/main'

test.group('Database | text that is searched', () => {
  test('fold {0} as {1}')
    .with([
      ['Ärger', 'ÄRGER'],
      ['ärger', 'A\u0308RGER'],
      ['Иванов', 'ИВАНОВ'],
      ['Ελλάς', 'ΕΛΛΆΣ'],
      ['ΟΔΟΣ', 'οδοσ'],
      ['Straße', 'STRASSE'],
      ['ﬁnal', 'FINAL'],
      ['Ａｄａ', 'ada'],
      ['two\n  lines', 'Two lines'],
    ] as const)
    .run(({ assert }, [one, other]) => {
      assert.equal(foldText(one), foldText(other))
    })

  test('tell {0} from {1}')
    .with([
      ['Ärger', 'arger'],
      ['a b', 'ab'],
    ] as const)
    .run(({ assert }, [one, other]) => {
      assert.notEqual(foldText(one), foldText(other))
    })

  test('keep what a part of a text finds, wherever it ends', ({ assert }) => {
    assert.include(foldText('ΟΔΟΣΑ'), foldText('ΟΔΟΣ'))
  })

  test('join values by what no keyword contains', ({ assert }) => {
    assert.equal(searchTextOf(['Ada', null, 'Love\nlace', undefined]), 'ada\n\nlove lace\n')
    assert.notInclude(searchTextOf(['a', 'b']), foldText('a\nb'))
  })
})
