import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { until } from '../../helpers/until.js'
import { unlessStalled } from '../../../app/plugins/files/storage/unless_stalled.js'

const LONGEST_MS = 60_000

/** What a bucket sends, of which more could be read. */
const source = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(1_024))
    },
  })

test.group('Files | what a bucket sends', () => {
  test('is ended together with what is read of it, {$self}')
    .with(['before anything was', 'when some was', 'while somebody waits for more'])
    .run(async ({ assert }, when) => {
      const sent = when === 'while somebody waits for more' ? new Readable({ read() {} }) : source()
      const whole = unlessStalled(sent, LONGEST_MS).on('error', () => undefined)
      if (when === 'when some was') await once(whole, 'readable')
      if (when === 'while somebody waits for more') whole.resume()
      sent.on('error', () => undefined)
      whole.destroy()
      await until(() => sent.destroyed)
      assert.isTrue(sent.destroyed)
    })

  test('comes whole', async ({ assert }) => {
    const sent = Readable.from([Buffer.from('one'), Buffer.from('two')])
    assert.equal((await buffer(unlessStalled(sent, LONGEST_MS))).toString(), 'onetwo')
    assert.isTrue(sent.destroyed)
  })
})
