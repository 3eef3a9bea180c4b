import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { wordBytes } from '../../helpers/packages.js'
import { openGate } from '../../helpers/open_gate.js'
import { callsOf, groupOf } from '../../helpers/messaging/calls.js'
import { entryOf } from '../../helpers/messaging/entries.js'
import { online, person } from '../../helpers/messaging/people.js'

/** Of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

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

  async function uploadImage(client: ApiClient, token: string): Promise<number> {
    const named = { filename: 'us.png', contentType: 'image/png' }
    const response = await client.post('/app/files').bearerToken(token).file('file', PNG, named)
    response.assertStatus(200)
    return response.body().data.id
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
  })

  test('say what the file is, and take for an image only what is one', async ({
    client,
    assert,
  }) => {
    const [ann, bob] = [await online(), await online()]
    const { data, bytes } = await upload(client, '/app/files', ann.token)
    const claimed = { fileId: data.id, name: 'harmless.txt', size: 1 }
    await ann.peer.ask({ ...file(data.id, bob.user.id), content: claimed })
    const { entries } = await bob.peer.next(entryOf('message'))
    assert.deepEqual(entries[0].content, { fileId: data.id, name: 'plan.docx', size: bytes.length })
    const image = { ...file(data.id, bob.user.id), contentType: 'image', content: claimed }
    const refused = await ann.peer.ask(image)
    assert.containsSubset(refused, { code: 422, errors: [{ field: 'content.fileId' }] })
  })

  test('give a group a picture: an image of one’s own, which its members fetch', async ({
    client,
    assert,
  }) => {
    const [ann, bob, eve] = [await online(), await person(), await person()]
    const [asAnn, asBob] = [callsOf(client, ann), callsOf(client, bob)]
    const id = await groupOf(client, ann, [bob])
    const path = `conversations/${id}`
    const image = await uploadImage(client, ann.token)
    const others = await uploadImage(client, bob.token)
    const { data: document } = await upload(client, '/app/files', ann.token)
    for (const pictureFileId of [others, document.id, 2_000_000_000]) {
      const refused = await asAnn.ask('put', path, { pictureFileId })
      refused.assertStatus(422)
      assert.equal(refused.body().data.errors[0].field, 'pictureFileId')
    }
    ;(await asBob.ask('get', `${path}/picture`)).assertStatus(404)
    assert.equal((await asAnn.put(path, { pictureFileId: image })).pictureFileId, image)
    const { entries } = await ann.peer.next(entryOf('changed'))
    assert.deepEqual(entries[0].content, { picture: image })

    const shown = await asBob.ask('get', `${path}/picture`)
    shown.assertStatus(200)
    assert.equal(shown.header('content-type'), 'image/png')
    ;(await callsOf(client, eve).ask('get', `${path}/picture`)).assertStatus(404)
    const remove = () => client.delete(`/app/files/${image}`).bearerToken(ann.token)
    ;(await remove()).assertStatus(409)
    await asAnn.put(path, { pictureFileId: null })
    ;(await remove()).assertStatus(200)
  })

  test('send no file that another plugin keeps, also one’s own', async ({ client, assert }) => {
    const [ann, bob] = [await online(), await person()]
    const { data } = await upload(client, '/app/document', ann.token)
    const refused = await ann.peer.ask(file(data.latestFileId, bob.user.id))
    assert.containsSubset(refused, { code: 422, errors: [{ rule: 'file' }] })
  })
})
