import { request, type ClientRequest } from 'node:http'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { writeCallback, type SignedForm } from '../../fakes/document_server/signed_callback.js'
import {
  EDITOR_SECRET,
  editorStage,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'

const KB = 1024

/** A callback whose body comes in chunks, without a word of how long it is. */
class Chunked {
  readonly answer: Promise<number>
  readonly #sent: ClientRequest

  constructor(
    url: string,
    headers: Record<string, string>,
    private readonly body: string
  ) {
    const { 'Content-Length': _, ...others } = headers
    const waiting = { 'Transfer-Encoding': 'chunked', 'Expect': '100-continue' }
    this.#sent = request(url, { method: 'POST', headers: { ...others, ...waiting } })
    this.answer = new Promise((resolve, reject) => {
      this.#sent.on('response', (response) => resolve(response.resume().statusCode!))
      this.#sent.on('error', reject)
    })
    this.#sent.flushHeaders()
  }

  /** It is being read, or was answered already. */
  admitted(): Promise<unknown> {
    return Promise.race([
      this.answer,
      new Promise((resolve) => this.#sent.once('continue', resolve)),
    ])
  }

  begin(bytes: number): void {
    this.#sent.write(this.body.slice(0, bytes))
  }

  end(begun = 0): Promise<number> {
    this.#sent.end(this.body.slice(begun))
    return this.answer
  }
}

test.group('Documents | callbacks in chunks', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })

  async function session(client: ApiClient) {
    const { id, config } = await staged(client)
    return { id, key: config.document.key, callbackUrl: config.editorConfig.callbackUrl! }
  }

  /** A forced save with a history of about so many bytes. */
  function save(
    { key, callbackUrl }: Awaited<ReturnType<typeof session>>,
    { form, bytes = 0 }: { form: SignedForm; bytes?: number }
  ) {
    const change = { created: '2026-01-01 00:00:00', user: { id: '1', name: 'Ann' } }
    const count = Math.ceil(bytes / JSON.stringify(change).length)
    const history = { serverVersion: '9.3.1', changes: Array(count).fill(change) }
    const url = stage.server.offer(wordBytes(key), 'docx')
    const payload = { key, status: 6, url, users: ['1'], filetype: 'docx', history }
    const signing = { secret: EDITOR_SECRET, now: Date.now(), form }
    const { headers, bodyText } = writeCallback(payload, signing)
    return new Chunked(callbackUrl, headers, bodyText)
  }

  for (const form of ['both', 'none'] as const) {
    test(`read eight of as many documents at once, signed in: ${form}`, async ({
      client,
      assert,
    }) => {
      const sessions = []
      for (let count = 0; count < 8; count++) sessions.push(await session(client))
      const callbacks = sessions.map((one) => save(one, { form }))
      await Promise.all(callbacks.map((callback) => callback.admitted()))
      const answers = await Promise.all(callbacks.map((callback) => callback.end()))
      assert.deepEqual(answers, Array(8).fill(200))
      for (const { id } of sessions) assert.lengthOf(await versionsOf(id), 2)
    })
  }

  test('hold no more long ones of one caller at once than with their length', async ({
    client,
    assert,
  }) => {
    const one = await session(client)
    const begun = 100 * KB
    const callbacks = [1, 2, 3].map(() => save(one, { form: 'body', bytes: 200 * KB }))
    for (const callback of callbacks) callback.begin(begun)
    const first = await Promise.race(callbacks.map(({ answer }) => answer))
    assert.equal(first, 503)
    const answers = await Promise.all(callbacks.map((callback) => callback.end(begun)))
    assert.sameMembers(answers, [200, 200, 503])
  })

  test('take as many small ones of one caller at once as come', async ({ client, assert }) => {
    const one = await session(client)
    const callbacks = [1, 2, 3, 4, 5, 6].map(() => save(one, { form: 'none' }))
    await Promise.all(callbacks.map((callback) => callback.admitted()))
    const answers = await Promise.all(callbacks.map((callback) => callback.end()))
    assert.deepEqual(answers, Array(6).fill(200))
  })
})
