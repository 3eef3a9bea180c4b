import { test } from '@japa/runner'
import { eventually } from '../../eventually.js'
import { suite, unique, type StartPair } from './pair.js'

export function busConformance(name: string, start: StartPair) {
  suite(`State on ${name} | bus`, start, (pair) => {
    test('carry a message to every node, the publishing one included', async ({ assert }) => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair().here.bus.subscribe(channel, (payload) => void heard.push(payload))
      await pair().there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await pair().here.bus.publish(channel, { id: 1, text: 'ä' })
      await eventually(() => heard.length === 2)
      assert.deepEqual(heard, [
        { id: 1, text: 'ä' },
        { id: 1, text: 'ä' },
      ])
      assert.isTrue(pair().here.bus.connected)
    })

    test('keep the order of one publisher', async ({ assert }) => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair().there.bus.subscribe(channel, (payload) => void heard.push(payload))
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => pair().here.bus.publish(channel, index))
      )
      await eventually(() => heard.length === 50)
      assert.deepEqual(
        heard,
        Array.from({ length: 50 }, (_, index) => index)
      )
    })

    test('stop at the end of a subscription', async ({ assert }) => {
      const [channel, heard] = [unique(), [] as string[]]
      const stop = await pair().there.bus.subscribe(channel, () => void heard.push('stopped'))
      await pair().there.bus.subscribe(channel, () => void heard.push('going on'))
      await stop()
      await pair().here.bus.publish(channel, null)
      await eventually(() => heard.length === 1)
      assert.deepEqual(heard, ['going on'])
    })

    test('not let a handler that fails disturb the others', async () => {
      const [channel, heard] = [unique(), [] as unknown[]]
      await pair().there.bus.subscribe(channel, () => {
        throw new Error('on purpose')
      })
      await pair().there.bus.subscribe(channel, () => void heard.push(1))
      await pair().here.bus.publish(channel, null)
      await eventually(() => heard.length === 1)
    })
  })
}
