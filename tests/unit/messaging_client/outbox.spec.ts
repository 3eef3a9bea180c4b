import { test } from '@japa/runner'
import { MessagingError } from '../../../clients/messaging/src/errors.js'
import type { SendFrame } from '../../../clients/messaging/src/frames.js'
import type { Link } from '../../../clients/messaging/src/link.js'
import { Outbox } from '../../../clients/messaging/src/outbox.js'

const FRAMES_PER_SECOND = 1_000

const frameOf = (text: string): SendFrame => ({
  type: 'send',
  clientMessageId: text,
  conversationId: 1,
  contentType: 'text',
  content: { text },
})

/** Refuses so many for the moment, and takes what comes then. */
function refusing(times: number) {
  const asked: string[] = []
  const ask = async ({ clientMessageId }: SendFrame) => {
    asked.push(clientMessageId)
    if (asked.length <= times)
      throw new MessagingError({ code: 503, reason: 'E_UNAVAILABLE', message: 'busy' })
    return { clientMessageId }
  }
  return { asked, link: { ask } as unknown as Link }
}

test.group('Messaging client | outbox', () => {
  test('sends again in the order of the first time what was refused for the moment', async ({
    assert,
  }) => {
    const texts = ['one', 'two', 'three']
    const { asked, link } = refusing(texts.length)
    const outbox = new Outbox(FRAMES_PER_SECOND)
    outbox.connected(link)
    await Promise.all(texts.map((text) => outbox.send(frameOf(text))))
    assert.deepEqual(asked, [...texts, ...texts])
    assert.equal(outbox.size, 0)
  })
})
