import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { WalkStage } from '../../chaos/documents/walker/stage/stage.js'
import { walk } from '../../chaos/documents/walker/walk.js'
import { baseUrl } from '../../helpers/download.js'

const WALK = { histories: 15, seed: 20_261_122, shrinks: false }
const LONGEST_MS = 120_000

test.group('Documents | walks', (group) => {
  onEveryDatabase(group)
  test('keep and tell of all work, whatever people and both servers do', async ({ assert }) => {
    const stage = await WalkStage.raise(baseUrl(), process.env.ADMIN_PASSWORD!)
    try {
      const { found, count } = await walk(stage, WALK)
      assert.isUndefined(found, found)
      assert.equal(count, WALK.histories)
    } finally {
      await stage.lower()
    }
  }).timeout(LONGEST_MS)
})
