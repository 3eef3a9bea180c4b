import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { say } from '#kernel/languages/main'
import { Notices } from '#kernel/plugins/main'
import { online, person, socketUrl } from '../../helpers/messaging/people.js'
import { Peer, type Frame } from '../../helpers/messaging/peer.js'

const isNotice = ({ type, entries }: Frame) =>
  type === 'entries' && entries[0].contentType === 'notice'

const connected = (token: string, accepted: string) =>
  Peer.connect(socketUrl(), {
    headers: { 'authorization': `Bearer ${token}`, 'accept-language': accepted },
  })

test.group('Languages | messages', () => {
  test('send a notice to each in the language that they have set', async ({ assert }) => {
    const [ann, bob, eve] = [
      ...[await online({ language: 'zh' }), await online({ language: 'en' }), await online()],
    ] as const
    const notices = await app.container.make(Notices)
    const body = say`${'Ada'} asks you to review ${'“Minutes”'}, version ${2}: approve it, or return it with a comment.`
    const notice = { title: 'A form was submitted', body, data: { kind: 'test' } }
    assert.isTrue(await notices.send([ann.user.id, bob.user.id, eve.user.id], notice))

    const contentOf = async ({ peer }: { peer: Peer }) =>
      (await peer.next(isNotice)).entries[0].content
    const english = { title: notice.title, body: String(body), data: { kind: 'test' } }
    assert.deepEqual(await contentOf(ann), {
      title: '收到一份表单',
      body: 'Ada 请您审核 “Minutes” 的版本 2：请通过，或附上意见退回。',
      data: { kind: 'test' },
    })
    assert.deepEqual(await contentOf(bob), english)
    assert.deepEqual(await contentOf(eve), english)
  })

  test('answer frames in the language of the handshake, or of the person', async ({ assert }) => {
    const [ann, bob] = [await person(), await person({ language: 'en' })]
    const refused = async (token: string, accepted: string) => {
      const peer = connected(token, accepted)
      await peer.next(({ type }) => type === 'ready')
      const frame = { type: 'react', conversationId: 999_999, seq: 1, reaction: '👍', on: true }
      return (await peer.ask(frame)).message
    }
    assert.equal(await refused(ann.token, 'zh-CN'), '没有此会话')
    assert.equal(await refused(ann.token, 'en'), 'No such conversation')
    assert.equal(await refused(bob.token, 'zh-CN'), 'No such conversation')
  })

  test('refuse an upgrade in the language that it accepts', async ({ assert }) => {
    const headers = { 'authorization': 'Bearer no', 'accept-language': 'zh' }
    const { body } = await Peer.refused(socketUrl(), { headers })
    assert.include(String(body), '请先登录')
  })
})
