import { test } from '@japa/runner'
import { Bus as BroadcastBus } from '@boringnode/bus'
import { BusTransport } from '#kernel/state/main'
import { eventually } from '../../helpers/eventually.js'
import { startNode } from './node.js'

test('State | carry broadcasts of transmit to the other nodes alone', async ({
  assert,
  cleanup,
}) => {
  const node = await startNode()
  cleanup(() => node.close())
  const ends = [1, 2].map(() => new BroadcastBus(new BusTransport(async () => node.bus)))
  const heard: unknown[][] = [[], []]
  for (const [index, end] of ends.entries())
    await end.subscribe('transmit', (payload) => void heard[index]!.push(payload))
  await ends[0]!.publish('transmit', { channel: 'notices/1' })
  await eventually(() => heard[1]!.length > 0)
  assert.deepEqual(heard, [[], [{ channel: 'notices/1' }]])
})
