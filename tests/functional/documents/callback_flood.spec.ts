import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import type { SignedForm } from '../../fakes/document_server/signed_callback.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

const KB = 1024
const CONNECTIONS = 40

/** Bodies that come to one address over many connections at once. */
class Flood {
  readonly #answers: Promise<number | 'none'>[]

  constructor(url: string, bytes: number) {
    const body = hostile(bytes)
    this.#answers = Array.from({ length: CONNECTIONS }, () => post(url, body))
  }

  answers(): Promise<(number | 'none')[]> {
    return Promise.all(this.#answers)
  }
}

function post(url: string, body: Buffer) {
  return new Promise<number | 'none'>((resolve) => {
    const sent = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    sent.on('error', () => resolve('none'))
    sent.end(body)
  })
}

/** Costs far more to parse than it does to send. */
const hostile = (bytes: number) => Buffer.from(`[${'{},'.repeat(bytes / 3)}0]`)

test.group('Documents | a flood of callbacks', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => stage.configure())

  async function session(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    return { id, owner, key: config.document.key, callbackUrl: config.editorConfig.callbackUrl! }
  }

  /** A forced save whose history is too long to be read in passing. */
  async function save({ key, callbackUrl }: Awaited<ReturnType<typeof session>>, form: SignedForm) {
    const change = { created: '2026-01-01 00:00:00', user: { id: '1', name: 'Ann' } }
    const history = { serverVersion: '9.3.1', changes: Array(3_000).fill(change) }
    const url = stage.server.offer(wordBytes(randomBytes(8).toString('hex')), 'docx')
    const payload = { key, status: 6, url, users: ['1'], filetype: 'docx', history }
    const { reply } = await stage.server.sendCallback({ callbackUrl, payload, form })
    return reply!.status
  }

  for (const form of ['both', 'body', 'none'] as const) {
    test(`answer the saves of another document meanwhile, signed in: ${form}`, async ({
      client,
      assert,
    }) => {
      const [target, other] = [await session(client), await session(client)]
      const flood = new Flood(target.callbackUrl, 300 * KB)
      assert.deepEqual([await save(other, form), await save(other, form)], [200, 200])
      assert.notInclude(await flood.answers(), 200)
      assert.lengthOf(await versionsOf(other.id), 3)
    })
  }

  test('answer the signed saves of the very document that is flooded', async ({
    client,
    assert,
  }) => {
    const target = await session(client)
    const flood = new Flood(target.callbackUrl, 300 * KB)
    assert.deepEqual([await save(target, 'both'), await save(target, 'both')], [200, 200])
    await flood.answers()
  })

  test('parse nothing of what is not signed, where it must be', async ({ client, assert }) => {
    const target = await session(client)
    stage.configure({ signedCallback: 'required' })
    const flood = new Flood(target.callbackUrl, 300 * KB)
    assert.deepEqual([await save(target, 'both'), await save(target, 'body')], [200, 200])
    const answers = await flood.answers()
    assert.include(answers, 403)
    assert.notInclude(answers, 400)
  })
})
