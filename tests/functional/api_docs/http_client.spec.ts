import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { freshName, makeOperator, PASSWORD } from '#tests/helpers/accounts'
import {
  Chancery,
  ChanceryError,
  documentsIndex,
  documentsShow,
  documentsStore,
  filesIndex,
  filesStore,
  identityCurrentUserShow,
  identityOwnSessionsIndex,
} from '../../../clients/http/src/index.js'

const baseUrl = () => `http://${process.env.HOST}:${process.env.PORT}`

test.group('HTTP client | against the service', (group) => {
  group.each.teardown(() => clock.restore())

  test('log in, read and log out, with everything typed', async ({ assert }) => {
    const { username } = await makeOperator()
    const chancery = new Chancery({ baseUrl: baseUrl() })
    await chancery.logIn(username, PASSWORD)

    const me = await identityCurrentUserShow({ client: chancery.client })
    assert.equal(me.data?.data.user.username, username)
    const sessions = await identityOwnSessionsIndex({ client: chancery.client })
    assert.isTrue(sessions.data?.data.some(({ current }) => current))

    await chancery.logOut()
    assert.isFalse(chancery.isLoggedIn)
    const after = await identityCurrentUserShow({ client: chancery.client })
    assert.equal(after.error?.code, 401)
  })

  test('log in, list, upload and log out', async ({ assert }) => {
    const chancery = new Chancery({ baseUrl: baseUrl() })
    await chancery.logIn('admin', process.env.ADMIN_PASSWORD!)
    const { client } = chancery
    const name = `${freshName('hello')}.txt`
    const found = () => filesIndex({ client, query: { pageSize: 1, keyword: name } })
    assert.equal((await found()).data?.data.total, 0)
    const file = new File(['hello'], name, { type: 'text/plain' })
    const stored = await filesStore({ client, body: { file } })
    assert.isUndefined(stored.error)
    assert.equal((await found()).data?.data.total, 1)
    await chancery.logOut()
    const refused = await filesIndex({ client })
    assert.equal(refused.response?.status, 401)
  })

  test('refresh once for parallel calls after the access token has expired', async ({ assert }) => {
    const { username } = await makeOperator()
    const asked: string[] = []
    const chancery = new Chancery({
      baseUrl: baseUrl(),
      fetch: (request) => {
        asked.push(new URL(request.url).pathname)
        return fetch(request)
      },
    })
    await chancery.logIn(username, PASSWORD)
    clock.travel(31 * 60_000)

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => identityCurrentUserShow({ client: chancery.client }))
    )
    assert.deepEqual(
      answers.map(({ data }) => data?.data.user.username),
      Array.from({ length: 5 }, () => username)
    )
    assert.lengthOf(
      asked.filter((path) => path === '/app/auth/refresh'),
      1
    )
    await chancery.logOut()
  })

  test('answer the data alone, of what is asked for by path, query and body', async ({
    assert,
  }) => {
    const chancery = new Chancery({ baseUrl: baseUrl() })
    await chancery.logIn('admin', process.env.ADMIN_PASSWORD!)
    const body = { fileType: 'docx' as const, title: 'Asked for' }
    const { id } = await chancery.call(documentsStore, { body })
    const document = await chancery.call(documentsShow, { path: { id } })
    const page = await chancery.call(documentsIndex, { query: { title: 'Asked for' } })
    assert.equal(document.title, 'Asked for')
    assert.include(
      page.items.map((row) => row.id),
      id
    )
    const refused = await chancery
      .call(documentsShow, { path: { id: 2_000_000_000 } })
      .catch((error: unknown) => error)
    assert.instanceOf(refused, ChanceryError)
    assert.propertyVal(refused, 'status', 404)
    await chancery.logOut()
  })

  test('tell why a login was refused', async ({ assert }) => {
    const { username } = await makeOperator()
    const chancery = new Chancery({ baseUrl: baseUrl() })
    const refused = await chancery.logIn(username, 'wrong').catch((error: unknown) => error)
    assert.instanceOf(refused, ChanceryError)
    assert.containsSubset(refused, { status: 400, reason: 'E_INVALID_CREDENTIALS' })
  })

  test('tell the end of a session that was ended elsewhere', async ({ assert }) => {
    const { username } = await makeOperator()
    let ended = 0
    const first = new Chancery({ baseUrl: baseUrl(), onSessionEnd: () => void (ended += 1) })
    await first.logIn(username, PASSWORD)
    clock.travel(8 * 86_400_000)

    const { error } = await identityCurrentUserShow({ client: first.client })
    assert.equal(error?.code, 401)
    assert.equal(ended, 1)
  })
})
