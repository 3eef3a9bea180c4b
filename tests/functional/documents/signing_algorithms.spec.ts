import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { SignedForm } from '../../fakes/document_server/signed_callback.js'
import { editorStage, staged, versionsOf, type EditorStage } from '../../helpers/editor_stage.js'
import { loggedWarnings } from '../../helpers/logged_warnings.js'
import { wordBytes } from '../../helpers/packages.js'

const LONG = 2_000

test.group('Documents | callbacks that are signed by another algorithm', (group) => {
  let stage: EditorStage
  let warned: Record<string, unknown>[]
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    let restore = () => {}
    warned = loggedWarnings((work) => void (restore = work))
    return () => restore()
  })

  interface Signed {
    algorithm: string
    form?: SignedForm
    runs?: number
  }

  async function saved(client: ApiClient, { runs = 1, ...signing }: Signed) {
    const { id, config } = await staged(client)
    const { key } = config.document
    const change = { created: '2026-11-22 10:00:00', user: { id: '1', name: 'Ann' } }
    const history = { serverVersion: '9.3.1', changes: Array(runs).fill(change) }
    const url = stage.server.offer(wordBytes(key), 'docx')
    const payload = { key, status: 2, url, users: ['1'], filetype: 'docx', history }
    const callbackUrl = config.editorConfig.callbackUrl!
    const delivered = await stage.server.sendCallback({ callbackUrl, payload, ...signing })
    const reasons = warned.filter(({ documentId }) => documentId === id).map((line) => line.reason)
    return { id, reply: delivered.reply!, reasons }
  }

  for (const form of ['both', 'body', 'header'] as const)
    for (const algorithm of ['HS384', 'HS512'])
      test(`are refused, and told what to set: ${algorithm}, signed in: ${form}`, async ({
        client,
        assert,
      }) => {
        const { id, reply, reasons } = await saved(client, { algorithm, form })
        assert.equal(reply.status, 403)
        for (const text of [reply.body, String(reasons)]) {
          assert.include(text, `is by ${algorithm}, and HS256 alone is taken`)
          assert.include(text, 'services.CoAuthoring.token.outbox.algorithm')
          assert.notInclude(text, 'secret')
        }
        assert.lengthOf(await versionsOf(id), 1)
      })

  test('are told so with a long history as well', async ({ client, assert }) => {
    const { reply, reasons } = await saved(client, { algorithm: 'HS512', form: 'body', runs: LONG })
    assert.equal(reply.status, 403)
    assert.include(String(reasons), 'is by HS512')
  })

  test('are refused where they are signed by none, and where it is made up', async ({
    client,
    assert,
  }) => {
    const none = await saved(client, { algorithm: 'none' })
    assert.equal(none.reply.status, 403)
    assert.include(String(none.reasons), 'is by none')
    const madeUp = await saved(client, { algorithm: 'HS256\nforged line' })
    assert.equal(madeUp.reply.status, 403)
    assert.include(String(madeUp.reasons), 'is wrong; set the same secret')
  })
})
