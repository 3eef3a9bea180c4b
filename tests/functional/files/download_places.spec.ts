import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { test } from '@japa/runner'
import { loggedIn } from '../../helpers/accounts.js'
import { openGate } from '../../helpers/open_gate.js'
import { until } from '../../helpers/until.js'

const AT_ONCE = 32
/** More than what lies between two who talk takes. */
const LONG = Buffer.alloc(16 * 1024 * 1024, 'text ')

test.group('Files | places of downloads', (group) => {
  group.setup(() => openGate().shut)

  /** Asks for a file; what comes of it is read only when that is said. */
  function begun(path: string, token: string, method = 'GET') {
    const { HOST: host, PORT: port } = process.env
    const headers = { authorization: `Bearer ${token}` }
    const request = get({ host, port, path, headers, agent: false, method })
    const answer: { response?: IncomingMessage } = {}
    request.on('error', () => undefined)
    request.once('response', (response) => (answer.response = response.pause()))
    return { answer, request }
  }

  test('are so many of one person, whose others wait for them, and nobody else does', async ({
    client,
    assert,
    cleanup,
  }) => {
    const [ann, bob] = [await loggedIn(client), await loggedIn(client)]
    const upload = async ({ accessToken }: { accessToken: string }) => {
      const sent = client.post('/app/files').bearerToken(accessToken)
      const answer = await sent.file('file', LONG, { filename: 'a.txt' })
      answer.assertStatus(200)
      return `/app/files/${answer.body().data.id}/content`
    }
    const [hers, his] = [await upload(ann), await upload(bob)]
    const many = Array.from({ length: AT_ONCE }, () => begun(hers, ann.accessToken))
    cleanup(() => many.forEach(({ request }) => request.destroy()))
    await until(() => many.every(({ answer }) => answer.response?.statusCode === 200))

    const [late, gone] = [begun(hers, ann.accessToken), begun(hers, ann.accessToken)]
    many.push(late)
    const asked = begun(hers, ann.accessToken, 'HEAD')
    await until(() => asked.answer.response?.statusCode === 200)
    const other = begun(his, bob.accessToken)
    await until(() => other.answer.response?.statusCode === 200)
    other.request.destroy()
    assert.isUndefined(late.answer.response)
    gone.request.destroy()

    many[0]!.answer.response!.resume()
    await once(many[0]!.answer.response!, 'end')
    await until(() => late.answer.response?.statusCode === 200)
  }).timeout(120_000)
})
