import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { IncomingConfig } from '#kernel/http/incoming_places'
import type { User } from '#plugins/identity/main'
import { makeOperator } from '../../helpers/accounts.js'
import { editorStage, staged } from '../../helpers/editor_stage.js'
import { forgetKept, loseWork } from '../../helpers/lost_saves.js'
import { wordBytes } from '../../helpers/packages.js'
import { until } from '../../helpers/until.js'

const config = () => app.config.get<IncomingConfig>('bodies')

test.group('Documents | what is fetched for one person at once', (group) => {
  group.each.setup(() => {
    const { uploadsPerUser } = config()
    Object.assign(config(), { uploadsPerUser: 2 })
    return () => void Object.assign(config(), { uploadsPerUser })
  })

  const upload = (client: ApiClient, user: User) =>
    client.post('/app/files').loginAs(user).file('file', Buffer.from('text'), { filename: 'a.txt' })

  test('copies and lost work take a place among uploads before they are fetched', async ({
    client,
    assert,
  }) => {
    const stage = await editorStage()
    const { id, owner } = await staged(client)
    const lost = await staged(client, owner)
    await loseWork(stage, lost.config)
    stage.server.log.clear()
    const url = stage.server.offer(wordBytes('A copy'), 'docx')
    const save = (user: User) =>
      client
        .post(`/app/document/${id}/save-as`)
        .loginAs(user)
        .json({ url, fileType: 'docx', title: 'A copy' })
    const fetches = () => stage.server.log.of('download').length
    stage.server.faults.output = 'stalling'
    const stalled = [save(owner), save(owner)].map((one) => one.then((answer) => answer.status()))
    await until(() => fetches() === 2)

    const refused = await save(owner)
    refused.assertBodyContains({ code: 429, data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.isAbove(Number(refused.header('retry-after')), 0)
    for (const path of [`/app/document/${lost.id}`, `/app/document/${lost.id}/unsaved-work`])
      (await client.delete(path).loginAs(owner)).assertStatus(429)
    assert.equal(fetches(), 2)
    ;(await upload(client, owner)).assertStatus(429)
    delete stage.server.faults.output
    ;(await save(await makeOperator())).assertStatus(200)

    forgetKept(stage)
    await stage.server.stop()
    assert.deepEqual(await Promise.all(stalled), [503, 503])
    ;(await upload(client, owner)).assertStatus(200)
    await stage.close()
  })
})
