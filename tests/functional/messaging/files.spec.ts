import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { wordBytes } from '../../helpers/packages.js'
import { openGate } from '../../helpers/open_gate.js'
import { online, person } from '../../helpers/messaging/people.js'

let sent = 0
const file = (fileId: number, to: number) => {
  sent += 1
  const clientMessageId = `file-${process.pid}-${sent}`
  return {
    type: 'send',
    clientMessageId,
    contentType: 'file',
    content: { fileId, name: 'plan.docx', size: 1 },
    to,
  }
}

test.group('Messaging | files', (group) => {
  group.setup(() => openGate().shut)

  async function upload(client: ApiClient, path: string, token: string) {
    const bytes = wordBytes(`${path} ${Math.random()}`)
    const response = await client
      .post(path)
      .header('authorization', `Bearer ${token}`)
      .file('file', bytes, { filename: 'plan.docx' })
    response.assertStatus(200)
    return { data: response.body().data, bytes }
  }

  test('let the members of a conversation read what one of them sent', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await person(), await person()]
    const { data, bytes } = await upload(client, '/app/files', ann.token)
    const ack = await ann.peer.ask(file(data.id, bob.user.id))
    assert.equal(ack.type, 'ack')
    const path = `/app/im/conversations/${ack.conversationId}/messages/${ack.seq}/file`
    const as = ({ token }: { token: string }) =>
      client.get(path).header('authorization', `Bearer ${token}`)

    const read = await as(bob)
    read.assertStatus(200)
    assert.equal(read.header('content-length'), String(bytes.length))
    ;(await as(eve)).assertStatus(404)
    const kept = await client
      .delete(`/app/files/${data.id}`)
      .header('authorization', `Bearer ${ann.token}`)
    kept.assertStatus(409)
    await ann.peer.close()
  })

  test('say what the file is, and take for an image only what is one', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { data, bytes } = await upload(client, '/app/files', ann.token)
    const claimed = { fileId: data.id, name: 'harmless.txt', size: 1 }
    await ann.peer.ask({ ...file(data.id, bob.user.id), content: claimed })
    const { message } = await bob.peer.next(({ type }) => type === 'message')
    assert.deepEqual(message.content, { fileId: data.id, name: 'plan.docx', size: bytes.length })
    const image = { ...file(data.id, bob.user.id), contentType: 'image', content: claimed }
    const refused = await ann.peer.ask(image)
    assert.containsSubset(refused, { code: 422, errors: [{ field: 'content.fileId' }] })
    await Promise.all([ann.peer.close(), bob.peer.close()])
  })

  test('send no file that another plugin keeps, also one’s own', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const { data } = await upload(client, '/app/document', ann.token)
    const refused = await ann.peer.ask(file(data.latestFileId, bob.user.id))
    assert.containsSubset(refused, { code: 422, errors: [{ rule: 'file' }] })
    await ann.peer.close()
  })
})
