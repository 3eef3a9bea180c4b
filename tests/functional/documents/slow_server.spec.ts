import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/clock'
import { makeOperator } from '../../helpers/accounts.js'
import { documentOf, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'

test.group('Documents | a document server that is slow', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
  })

  /** Has commands answered so. */
  async function answering(listener: RequestListener): Promise<AsyncDisposable> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    stage.configure({ documentServerInternalUrl: `http://127.0.0.1:${port}` })
    const close = async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    return { [Symbol.asyncDispose]: close }
  }

  test('rename without waiting for a document server that is silent', async ({
    client,
    assert,
  }) => {
    const { id, owner } = await staged(client)
    let isGivenUp = false
    await using _silent = await answering((_request, response) => {
      response.once('close', () => (isGivenUp = true))
    })
    const renamed = await client.put(`/app/document/${id}`).loginAs(owner).json({ title: 'Agenda' })
    renamed.assertStatus(200)
    assert.isFalse(isGivenUp)
    assert.equal((await documentOf(id)).title, 'Agenda')
  })

  test('ask about many documents for one while in all, and delete none beyond it', async ({
    client,
    assert,
  }) => {
    const owner = await makeOperator()
    const ids: number[] = []
    for (let count = 0; count < 15; count++) ids.push((await staged(client, owner)).id)
    const asked = new Set<string>()
    await using _slow = await answering((request, response) => {
      asked.add(request.url!)
      clock.travel(2_000)
      response.setHeader('content-type', 'application/json').end('{"error":1}')
    })
    const refused = await client.delete('/app/document').loginAs(owner).qs({ ids: ids.join() })
    refused.assertStatus(503)
    assert.equal(asked.size, 10)
    for (const id of ids) assert.isNull((await documentOf(id)).deletedAt)
  })
})
