import { once } from 'node:events'
import type { Socket } from 'node:net'
import { HttpContextFactory, RequestFactory, ResponseFactory } from '@adonisjs/core/factories/http'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { E_BAD_REQUEST, E_PAYLOAD_TOO_LARGE, E_VALIDATION } from '#kernel/errors/main'
import { receiveFile } from '#kernel/http/main'
import { connectionTo, plainServer } from '#tests/helpers/plain_server'

const LIMIT = 1_000

interface Part {
  name: string
  /** Parameters beside the name, and further heads. */
  more?: string
  content?: string
}

const bodyOf = (parts: readonly Part[]) =>
  `${parts
    .map(
      ({ name, more = '', content = 'x' }) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
    )
    .join('')}--b--\r\n`

const file = (more = '; filename="a.txt"', content = 'x'): Part => ({ name: 'file', more, content })

/** Sends a body, and receives its file; `during` may break the connection off. */
async function received(
  body: string,
  cleanup: TestContext['cleanup'],
  { boundary = 'b', during }: { boundary?: string; during?: (client: Socket) => void } = {}
) {
  const discarded: string[] = []
  const outcome = Promise.withResolvers<{ name: string; text: string; fields: unknown }>()
  outcome.promise.catch(() => undefined)
  const server = await plainServer(async (req, res) => {
    const request = new RequestFactory().merge({ req, res }).create()
    const response = new ResponseFactory().merge({ req, res }).create()
    const ctx = new HttpContextFactory().merge({ request, response }).create()
    try {
      const kept = await receiveFile(ctx, {
        field: 'file',
        limit: LIMIT,
        keep: async ({ name, content }) => {
          let text = ''
          for await (const chunk of content) text += String(chunk)
          return { name, text }
        },
        discard: async ({ name }) => void discarded.push(name),
      })
      outcome.resolve({ ...kept, fields: request.body() })
    } catch (error) {
      outcome.reject(error)
    }
    res.end()
  }, cleanup)
  const client = await connectionTo(server, cleanup)
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n`
  const length = Buffer.byteLength(body) + (during ? 1 : 0)
  client.write(`${head}Content-Length: ${length}\r\n\r\n${body}`)
  if (during) {
    await once(server, 'request')
    during(client)
  }
  return { outcome: outcome.promise, client, discarded }
}

test.group('HTTP | files of multipart bodies', () => {
  test('come with the fields beside them')
    .with([
      ['; filename="a.txt"', 'a.txt'],
      ['; filename=a.txt', 'a.txt'],
      ['; filename="say \\"hi\\".txt"', 'say "hi".txt'],
      ['; filename="say %22hi%22.txt"', 'say "hi".txt'],
      ['; filename="Überblick.txt"', 'Überblick.txt'],
      [`; filename="x"; filename*=UTF-8''%E2%82%AC.txt`, '€.txt'],
    ] as const)
    .run(async ({ assert, cleanup }, [more, name]) => {
      const parts = [{ name: 'a', content: '1' }, file(more), { name: '__proto__' }, { name: 'a' }]
      const { outcome } = await received(bodyOf(parts), cleanup)
      assert.deepEqual(await outcome, { name, text: 'x', fields: { a: ['1', 'x'] } })
    })

  test('may be as large as the limit, and no larger', async ({ assert, cleanup }) => {
    const of = (size: number) =>
      received(bodyOf([file(undefined, 'a'.repeat(size))]), cleanup).then(({ outcome }) => outcome)
    assert.lengthOf((await of(LIMIT)).text, LIMIT)
    await assert.rejects(() => of(LIMIT + 1), E_PAYLOAD_TOO_LARGE)
  })

  test('are refused, and the client gets the response: {title}')
    .with([
      { title: 'none', body: bodyOf([{ name: 'a' }]), error: E_VALIDATION },
      { title: 'not chosen', body: bodyOf([file('; filename=""')]), error: E_VALIDATION },
      { title: 'two', body: bodyOf([file(), file()]), error: E_VALIDATION },
      { title: 'many parts', body: bodyOf(Array(60).fill(file())), error: E_VALIDATION },
      {
        title: 'many fields',
        body: bodyOf([file(), ...Array(60).fill({ name: 'a' })]),
        error: E_PAYLOAD_TOO_LARGE,
      },
      {
        title: 'a long field',
        body: bodyOf([file(), { name: 'a', content: 'a'.repeat(40_000) }]),
        error: E_PAYLOAD_TOO_LARGE,
      },
      { title: 'a null byte', body: bodyOf([file(), { name: 'a\0' }]), error: E_BAD_REQUEST },
      {
        title: 'base64',
        body: bodyOf([file('; filename="a"\r\nContent-Transfer-Encoding: base64')]),
        error: E_BAD_REQUEST,
      },
      { title: 'no end', body: bodyOf([file()]).slice(0, -10), error: E_BAD_REQUEST },
      { title: 'no body of parts', body: 'good morning', error: E_BAD_REQUEST },
      { title: 'a long boundary', body: 'x', boundary: 'b'.repeat(200), error: E_BAD_REQUEST },
    ])
    .run(async ({ assert, cleanup }, { body, error, boundary }) => {
      const { outcome, client } = await received(body, cleanup, { boundary })
      await assert.rejects(() => outcome, error)
      const [head] = await once(client, 'data')
      assert.match(String(head), /^HTTP\/1\.1 200 /)
    })

  test('are discarded when the rest is bad', async ({ assert, cleanup }) => {
    const body = bodyOf([file(), { name: 'a', content: '\0' }])
    const { outcome, discarded } = await received(body, cleanup)
    await assert.rejects(() => outcome, E_VALIDATION)
    assert.deepEqual(discarded, ['a.txt'])
  })

  test('are discarded when the client disconnects', async ({ assert, cleanup }) => {
    const during = (client: Socket) => void client.destroy()
    const { outcome } = await received(bodyOf([file()]), cleanup, { during })
    await assert.rejects(() => outcome, E_BAD_REQUEST)
  })
})
