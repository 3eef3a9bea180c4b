import { test } from '@japa/runner'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { raiseBeside } from '../../chaos/documents/walker/stage/beside.js'
import { walk } from '../../chaos/documents/walker/walk.js'
import { baseUrl } from '../../helpers/download.js'

const WALK = { histories: 4, seed: 20_261_122, mostSteps: 30 }
const LONGEST_MS = 120_000

test.group('Documents | walks', (group) => {
  onEveryDatabase(group)
  test('hold what is promised, whatever people, servers and saves do to a document', async ({
    assert,
  }) => {
    const { stage, lower } = await raiseBeside(baseUrl(), process.env.ADMIN_PASSWORD!)
    try {
      const { found, count } = await walk(stage, WALK)
      assert.isUndefined(found, found)
      assert.equal(count, WALK.histories)
    } finally {
      await lower()
    }
  }).timeout(LONGEST_MS)
})
