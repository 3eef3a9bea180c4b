import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { IncomingConfig } from '#kernel/http/main'
import { ImportUsers } from '../../../app/plugins/access/actions/import_users.js'
import { freshName, logIn } from '../../helpers/accounts.js'
import { begunUpload } from '../../helpers/begun_upload.js'
import { until } from '../../helpers/until.js'

/** For a set-up: so many at a time until the teardown. */
function atATime(uploadsPerUser: number): () => void {
  const config = app.config.get<IncomingConfig>('bodies')
  const before = config.uploadsPerUser
  config.uploadsPerUser = uploadsPerUser
  return () => void (config.uploadsPerUser = before)
}

/** An import that the service waits for the rest of. */
const begun = (token: string) =>
  begunUpload({
    path: '/app/system/users/import',
    token,
    filename: 'users.csv',
    begin: 'username\r\n',
    rest: freshName(),
  })

test.group('HTTP | what comes in for one person', () => {
  test('count imports among the files that come in', async ({ client, assert, cleanup }) => {
    cleanup(atATime(2))
    const { accessToken } = await logIn(client, 'admin', process.env.ADMIN_PASSWORD!)
    const post = (path: string, name: string) =>
      client.post(path).bearerToken(accessToken).file('file', Buffer.from('username'), {
        filename: name,
      })
    const [first, second] = [await begun(accessToken), await begun(accessToken)]
    for (const refused of [
      await post('/app/system/users/import', 'users.csv'),
      await post('/app/files', 'a.txt'),
    ]) {
      refused.assertBodyContains({ code: 429, data: { reason: 'E_TOO_MANY_REQUESTS' } })
      assert.isAbove(Number(refused.header('retry-after')), 0)
    }
    first.end()
    assert.equal(await first.status(), 200)
    ;(await post('/app/files', 'a.txt')).assertStatus(200)
    second.abortSignal()
  })

  test('give the place of an import to another once its work has ended, whoever hung up', async ({
    client,
    assert,
    cleanup,
  }) => {
    cleanup(atATime(1))
    const { accessToken } = await logIn(client, 'admin', process.env.ADMIN_PASSWORD!)
    const going = Promise.withResolvers<void>()
    const { handle } = ImportUsers.prototype
    let isUnderWay = false
    ImportUsers.prototype.handle = async function (...args) {
      isUnderWay = true
      await going.promise
      return handle.apply(this, args)
    }
    cleanup(() => void (ImportUsers.prototype.handle = handle))
    const upload = async () => {
      const file = Buffer.from('text')
      const sent = client.post('/app/files').bearerToken(accessToken)
      return (await sent.file('file', file, { filename: 'a.txt' })).status()
    }
    const left = await begun(accessToken)
    left.end()
    await until(() => isUnderWay)
    left.abortSignal()
    assert.equal(await upload(), 429)
    going.resolve()
    await until(async () => (await upload()) === 200)
  })
})
