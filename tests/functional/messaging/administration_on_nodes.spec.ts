import { test } from '@japa/runner'
import {
  bearer,
  connectTo,
  logIn,
  makeAccounts,
  type Account,
} from '../../helpers/messaging/service_people.js'
import { changeOf } from '../../helpers/messaging/administered_groups.js'
import { SECRETS } from '../../helpers/service_process.js'
import { text } from '../../helpers/messaging/people.js'
import { twoNodes } from '../../helpers/messaging/two_nodes.js'
import { until } from '../../helpers/until.js'
import { redisIsTested } from '../../unit/state/redis_server.js'

test.group('Messaging | administration over two nodes', (group) => {
  const nodes = twoNodes(group, { RATE_LIMIT_PER_SECOND: '100000' })
  let [ann, bob]: Account[] = []
  group.setup(async () => {
    if (redisIsTested()) [ann, bob] = await makeAccounts(nodes.here, 2)
  })

  async function ask(method: string, path: string, token: string, body?: object) {
    const headers = { ...bearer(token), 'content-type': 'application/json' }
    const url = `${nodes.here.url}/app/im/${path}`
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
    return { status: response.status, ...((await response.json()) as { data: { id: number } }) }
  }

  test('close and delete a group that another node speaks in', async ({ assert }) => {
    const [a, b] = [await connectTo(nodes.here, ann!), await connectTo(nodes.there, bob!)]
    const admin = await logIn(nodes.here, 'admin', SECRETS.ADMIN_PASSWORD)
    const made = await ask('POST', 'conversations', ann!.token, {
      ...{ title: 'G', memberIds: [bob!.id] },
    })
    const { id } = made.data
    const { seq } = await b.ask(text('kept there', { conversationId: id }))
    await a.next(({ type }) => type === 'message')

    const closed = await ask('PUT', `admin/conversations/${id}/closed`, admin, { closed: true })
    assert.equal(closed.status, 200)
    await b.next(changeOf('closed'))
    const refused = await b.ask(text('no', { conversationId: id }))
    assert.equal(refused.reason, 'E_CONVERSATION_CLOSED')

    const deleted = await ask('DELETE', `admin/conversations/${id}`, admin)
    assert.equal(deleted.status, 200)
    await Promise.all([a, b].map((peer) => peer.next(changeOf('deleted'))))
    await until(async () => {
      const answers = [
        await b.ask(text('no', { conversationId: id })),
        await b.ask({ type: 'read', conversationId: id, seq }),
        await b.ask({ type: 'typing', conversationId: id }),
      ]
      assert.isTrue(answers.every(({ code = 404 }) => code === 404))
      return answers.every(({ reason }) => reason === 'E_NOT_FOUND')
    })
    await Promise.all([a.close(), b.close()])
  })
})
