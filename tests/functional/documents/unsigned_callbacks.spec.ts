import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { RateBuckets } from '#kernel/rate_limit/rate_buckets'
import { RequestKeys } from '#kernel/rate_limit/request_keys'
import { RequestLimit } from '#kernel/rate_limit/request_limit'
import { clock } from '#kernel/state/clock'
import { RequestGate } from '#kernel/state/request_gate'
import { RefusalLog } from '../../../app/plugins/documents/callbacks/refusal_log.js'
import type { SignedForm } from '../../fakes/document_server/signed_callback.js'
import { signToken } from '../../fakes/document_server/tokens.js'
import { EDITOR_SECRET, editorStage, staged, type EditorStage } from '../../helpers/editor_stage.js'
import { wordBytes } from '../../helpers/packages.js'
import { statementsDuring } from '../../helpers/statements.js'

const MINUTE = 60_000
const PER_SECOND = 5
const FLOOD = 40

test.group('Documents | callbacks that nobody has signed, where somebody must', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(async () => {
    stage.configure({ signedCallback: 'required' })
    await allowing(PER_SECOND)
    return () => {
      app.container.restore(RequestLimit)
      stage.configure()
      clock.restore()
    }
  })

  /** Everybody's ordinary limit, which each test finds unused. */
  async function allowing(perSecond: number) {
    const { container } = app
    const limit = new RequestLimit(
      await container.make(RequestGate),
      await container.make(RateBuckets),
      await container.make(RequestKeys),
      perSecond
    )
    container.swap(RequestLimit, () => limit)
  }

  async function session(client: ApiClient) {
    app.container.restore(RequestLimit)
    const { id, config } = await staged(client)
    await allowing(PER_SECOND)
    return { id, config, key: config.document.key, url: config.editorConfig.callbackUrl! }
  }

  type Session = Awaited<ReturnType<typeof session>>

  const post = async (url: string, body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    await answer.arrayBuffer()
    return answer.status
  }

  const flood = (url: string, body: string, headers?: Record<string, string>) =>
    Promise.all(Array.from({ length: FLOOD }, () => post(url, body, headers)))

  async function save({ key, url: callbackUrl }: Session, form: SignedForm) {
    const url = stage.server.offer(wordBytes(randomBytes(4).toString('hex')), 'docx')
    const payload = { key, status: 6, url, users: ['1'], filetype: 'docx' }
    return (await stage.server.sendCallback({ callbackUrl, payload, form })).reply!.status
  }

  /** What verifies under the same secret and is no callback of this session. */
  const tokens = {
    'no token': () => undefined,
    'a forged token': () => signToken({ key: 'k', status: 6 }, 'x'.repeat(40), Date.now()),
    'the token of a viewer': ({ config }: Session) => config.token,
    'a token of another session': () =>
      signToken({ key: 'another', status: 6 }, EDITOR_SECRET, Date.now()),
    'the address’ own token': ({ url }: Session) => new URL(url).searchParams.get('token')!,
  }

  for (const [title, tokenOf] of Object.entries(tokens))
    test(`hold back a flood at the ordinary limit, and take signed saves meanwhile: ${title}`, async ({
      client,
      assert,
    }) => {
      const one = await session(client)
      const body = JSON.stringify({
        key: one.key,
        status: 6,
        token: tokenOf(one),
        x: 'x'.repeat(500),
      })
      const forms = ['body', 'header', 'both'] as const
      const [answers, saves] = await Promise.all([
        flood(one.url, body),
        Promise.all(forms.map((form) => save(one, form))),
      ])
      assert.deepEqual(saves, [200, 200, 200])
      assert.include(answers, 429)
    })

  test('ask the database nothing for them', async ({ client, assert }) => {
    const one = await session(client)
    const body = JSON.stringify({ key: one.key, status: 6, x: 'x'.repeat(500) })
    const asked = await statementsDuring(() => flood(one.url, body))
    assert.equal(asked, 0)
  })

  test('say in the log once a minute why one is refused, and how many were left out', async ({
    client,
    assert,
    cleanup,
  }) => {
    const one = await session(client)
    app.container.restore(RequestLimit)
    const refusals = new RefusalLog()
    app.container.swap(RefusalLog, () => refusals)
    cleanup(() => app.container.restore(RefusalLog))
    const logger = await app.container.make('logger')
    const lines: Record<string, unknown>[] = []
    const { warn, child } = logger
    cleanup(() => void Object.assign(logger, { warn, child }))
    logger.child = () => logger
    logger.warn = (about: unknown) => void lines.push(about as Record<string, unknown>)

    const ours = () => lines.filter(({ documentId }) => documentId === one.id)
    await flood(one.url, '{}')
    assert.lengthOf(ours(), 1)
    assert.include(ours()[0]!.reason as string, 'is not signed')
    clock.travel(MINUTE)
    await flood(one.url, '{}')
    assert.lengthOf(ours(), 2)
    assert.equal(ours()[1]!.leftOut, FLOOD - 1)
  })
})
