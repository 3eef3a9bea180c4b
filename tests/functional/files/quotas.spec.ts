import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { IncomingConfig } from '#kernel/http/main'
import { clock } from '#kernel/state/main'
import type { FilesConfig } from '#plugins/files/main'
import { begunUpload } from '../../helpers/begun_upload.js'
import { blankBytes } from '../../helpers/packages.js'
import { loggedIn, makeOperator } from '../../helpers/accounts.js'
import { openGate } from '../../helpers/open_gate.js'
import { until } from '../../helpers/until.js'

/** As much as the smallest file takes. */
const LEAST = 4_096

/** For a set-up: with these limits until the teardown. */
function limits(values: Partial<FilesConfig & IncomingConfig>, name = 'files'): () => void {
  const config = app.config.get<object>(name)
  const before = { ...config }
  Object.assign(config, values)
  return () => void Object.assign(config, before)
}

/** An upload that the service waits for the rest of. */
const begun = (token: string) =>
  begunUpload({ path: '/app/files', token, filename: 'a.txt', begin: 'he', rest: 'llo' })

test.group('Files | quotas', (group) => {
  group.setup(() => openGate().shut)
  group.each.setup(() => {
    clock.stop()
    return () => clock.restore()
  })

  test('refuse an upload more than one person may have under way, until another ends', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(limits({ uploadsPerUser: 2 }, 'bodies'))
    const { accessToken } = await loggedIn(client)
    const upload = () =>
      client
        .post('/app/files')
        .header('authorization', `Bearer ${accessToken}`)
        .file('file', Buffer.from('text'), { filename: 'a.txt' })
    const [first, second] = [await begun(accessToken), await begun(accessToken)]
    const refused = await upload()
    refused.assertBodyContains({ code: 429, data: { reason: 'E_TOO_MANY_REQUESTS' } })
    assert.isAbove(Number(refused.header('retry-after')), 0)
    const other = await client
      .post('/app/files')
      .loginAs(await makeOperator())
      .file('file', Buffer.from('text'), { filename: 'a.txt' })
    other.assertStatus(200)

    first.end()
    assert.equal(await first.status(), 200)
    await until(async () => (await upload()).status() === 200)
    second.abortSignal()
  })

  test('refuse what goes beyond the quota with 413, and take it when some is deleted', async ({
    client,
    assert,
    cleanup,
  }) => {
    const bytes = blankBytes('word')
    cleanup(limits({ storagePerUser: LEAST * 2 + 100 }))
    const user = await makeOperator()
    const upload = (content = bytes) =>
      client.post('/app/files').loginAs(user).file('file', content, { filename: 'a.docx' })
    const { id } = (await upload()).body().data
    ;(await upload()).assertStatus(200)
    const refused = await upload()
    refused.assertStatus(413)
    refused.assertBodyContains({ code: 413, data: { reason: 'E_STORAGE_FULL' } })
    ;(await client.delete(`/app/files/${id}`).loginAs(user)).assertStatus(200)
    ;(await upload()).assertStatus(200)
    const others = await client
      .post('/app/files')
      .loginAs(await makeOperator())
      .file('file', bytes, { filename: 'a.docx' })
    assert.equal(others.status(), 200)
  })

  test('read no byte of an upload for which there is no room at all', async ({
    client,
    cleanup,
  }) => {
    const bytes = blankBytes('word')
    cleanup(limits({ storagePerUser: LEAST }))
    const user = await makeOperator()
    const upload = (content: Buffer) =>
      client.post('/app/files').loginAs(user).file('file', content, { filename: 'a.docx' })
    ;(await upload(bytes)).assertStatus(200)
    const refused = await upload(Buffer.from('no document at all'))
    refused.assertStatus(413)
    refused.assertBodyContains({ data: { reason: 'E_STORAGE_FULL' } })
  })
})
