import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import RunningNode from '../../../app/plugins/nodes/models/running_node.js'
import { beat, BEAT_MS, lookedNodes } from '../../helpers/looked_node.js'

test.group('Nodes | of another database on the same Redis', (group) => {
  const { node } = lookedNodes(group)

  test('say once of a node of another database that it uses this Redis, and that it does no more', async ({
    assert,
  }) => {
    const [first, stranger] = [node(), node()]
    await first.look()
    const { id } = await RunningNode.firstOrFail()
    for (let count = 0; count < 6; count++) {
      await first.look()
      await stranger.look()
      // What it says of itself is in another database.
      await RunningNode.query().whereNot('id', id).delete()
      clock.travel(BEAT_MS)
      if (count < 2) assert.isTrue(first.watch.agrees)
    }
    assert.isFalse(first.watch.agrees)
    assert.lengthOf(first.lines, 1)
    assert.match(first.lines[0]!, /^The node \S+:\d+ uses this Redis with another database: /)
    for (let count = 0; count < 4; count++) await beat(first)
    assert.isTrue(first.watch.agrees)
    assert.equal(first.lines[1], 'No node of another database uses this Redis any more')
  })

  test('take nobody who starts, stops, or is killed and started again for one of another database', async ({
    assert,
  }) => {
    const first = node()
    for (let count = 0; count < 12; count++) {
      const other = node()
      await beat(first, other)
      if (count % 3 === 0) await other.watch.stop()
    }
    for (let count = 0; count < 6; count++) await beat(first)
    assert.isTrue(first.watch.agrees)
    assert.isEmpty(first.lines.filter((line) => line.includes('another database')))
  })
})
