import { test } from '@japa/runner'
import {
  editorIdOf,
  everyEditorIdOf,
  userIdIn,
} from '../../../app/plugins/documents/editor/editor_ids.js'

test.group('Documents | ids at the document server', () => {
  test('are as they were when they come back', ({ assert }) => {
    for (const id of ['1', '11', '2147483647']) assert.equal(userIdIn(editorIdOf(id)), id)
    for (const id of ['1', '', '.', 'x.', '1..', 'anonymous']) assert.equal(userIdIn(id), id)
    assert.deepEqual(everyEditorIdOf(['1', '2']), ['1.', '1', '2.', '2'])
  })

  test('are no beginning of each other’s with numbers behind them', ({ assert }) => {
    const seen = new Set<string>()
    const [people, openings] = [120, 120]
    for (let user = 1; user <= people; user++)
      for (let opening = 1; opening <= openings; opening++) seen.add(editorIdOf(user) + opening)
    assert.equal(seen.size, people * openings)
  })
})
