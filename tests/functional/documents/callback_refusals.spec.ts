import { randomBytes } from 'node:crypto'
import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { SignJWT } from 'jose'
import type { ApiClient } from '@japa/api-client'
import { actAsSystem } from '#kernel/operator/acting'
import { clock } from '#kernel/state/clock'
import { SignedTokens } from '#kernel/tokens/signed_tokens'
import { AddressSeal } from '../../../app/plugins/documents/editor/address_seal.js'
import { EditorTokens } from '../../../app/plugins/documents/editor/editor_tokens.js'
import { signForEditor } from '../../../app/plugins/documents/editor/editor_jwt.js'
import Document from '../../../app/plugins/documents/models/document.js'
import type { SignedForm } from '../../fakes/document_server/signed_callback.js'
import { Trap } from '../../helpers/trap.js'
import { wordBytes } from '../../helpers/packages.js'
import { baseUrl } from '../../helpers/download.js'
import {
  actionsOf,
  editorStage,
  EDITOR_SECRET,
  staged,
  versionsOf,
  type EditorStage,
} from '../../helpers/editor_stage.js'

const DAY = 86_400_000

test.group('Documents | callbacks that are refused', (group) => {
  let stage: EditorStage
  group.setup(async () => {
    stage = await editorStage()
    return () => stage.close()
  })
  group.each.setup(() => () => {
    clock.restore()
    stage.configure()
  })

  async function session(client: ApiClient) {
    const { id, owner, config } = await staged(client)
    const callbackUrl = config.editorConfig.callbackUrl!
    const url = stage.server.offer(wordBytes(randomBytes(4).toString('hex')), 'docx')
    const payload = {
      key: config.document.key,
      status: 2,
      url,
      users: [String(owner.id)],
      filetype: 'docx',
    }
    return { id, owner, config, callbackUrl, payload }
  }

  interface Sending {
    callbackUrl: string
    payload: Record<string, unknown>
    form?: SignedForm
    secret?: string
  }

  /** Answers the status, and what the body says. */
  async function send(sending: Sending) {
    const { reply } = await stage.server.sendCallback(sending)
    return { status: reply!.status, body: JSON.parse(reply!.body) }
  }

  async function refused(
    assert: Assert,
    id: number,
    sending: Sending,
    status = 403,
    reason = 'E_EDITOR_TOKEN'
  ) {
    const answer = await send(sending)
    assert.containsSubset(answer, { status, body: { error: 1, code: status, data: { reason } } })
    assert.lengthOf(await versionsOf(id), 1)
  }

  type Assert = import('@japa/assert').Assert

  const withToken = (url: string, token: string) => {
    const changed = new URL(url)
    changed.searchParams.set('token', token)
    return changed.href
  }

  test('refuse a callback without a token, and with none that is one', async ({
    client,
    assert,
  }) => {
    const { id, callbackUrl, payload } = await session(client)
    const bare = callbackUrl.split('?')[0]!
    await refused(assert, id, { callbackUrl: bare, payload })
    for (const token of ['', 'x', 'a.b.c', 'null', '🙂'])
      await refused(assert, id, { callbackUrl: withToken(bare, token), payload })
    await refused(assert, id, { callbackUrl: `${bare}?token=a&token=b`, payload })
  })

  test('refuse the token of another document, and of another session', async ({
    client,
    assert,
  }) => {
    const [one, two] = [await session(client), await session(client)]
    const token = new URL(two.callbackUrl).searchParams.get('token')!
    await refused(assert, one.id, {
      callbackUrl: withToken(one.callbackUrl, token),
      payload: one.payload,
    })
    await refused(assert, one.id, { callbackUrl: one.callbackUrl, payload: two.payload })
  })

  test('refuse the token of another purpose', async ({ client, assert }) => {
    const { id, config, callbackUrl, payload } = await session(client)
    const content = new URL(config.document.url).searchParams.get('token')!
    await refused(assert, id, { callbackUrl: withToken(callbackUrl, content), payload })
    await refused(assert, id, { callbackUrl: withToken(callbackUrl, config.token), payload })
  })

  test('refuse a token signed by {title}')
    .with([
      { title: 'JWT_SECRET', secret: () => process.env.JWT_SECRET ?? 'x'.repeat(40) },
      { title: 'nobody’s secret', secret: () => 'another secret of quite enough bytes' },
    ])
    .run(async ({ client, assert }, { secret }) => {
      const { id, config, owner, callbackUrl, payload } = await session(client)
      const tokens = new EditorTokens(
        new SignedTokens('chancery', [secret()]),
        new AddressSeal(secret())
      )
      const token = await tokens.forCallback({ doc: id, key: config.document.key, user: owner.id })
      await refused(assert, id, { callbackUrl: withToken(callbackUrl, token), payload })
    })

  test('refuse alg:none and another algorithm', async ({ client, assert }) => {
    const { id, config, callbackUrl, payload } = await session(client)
    const claims = {
      doc: id,
      key: config.document.key,
      iss: 'chancery',
      jti: 'x',
      exp: 9_999_999_999,
    }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const none = `${part({ alg: 'none', typ: 'editor-callback+jwt' })}.${part(claims)}.`
    await refused(assert, id, { callbackUrl: withToken(callbackUrl, none), payload })

    const hs512 = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512', typ: 'editor-callback+jwt' })
      .sign(Buffer.from(EDITOR_SECRET.repeat(2)))
    await refused(assert, id, { callbackUrl: withToken(callbackUrl, hs512), payload })
  })

  test('take a token after days, and refuse it once it has expired', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await session(client)
    clock.travel(31 * DAY)
    await refused(assert, id, { callbackUrl, payload, form: 'none' })
    clock.restore()
    clock.travel(6 * DAY)
    const taken = await send({ callbackUrl, payload, form: 'none' })
    assert.equal(taken.status, 200)
    assert.equal(taken.body.error, 0)
  })

  test('refuse a body or a header whose signature is wrong, whatever the setting', async ({
    client,
    assert,
  }) => {
    const { id, callbackUrl, payload } = await session(client)
    for (const signedCallback of ['optional', 'required'] as const) {
      stage.configure({ signedCallback })
      for (const form of ['body', 'header', 'both'] as const)
        await refused(assert, id, {
          callbackUrl,
          payload,
          form,
          secret: 'another secret of quite enough bytes',
        })
    }
  })

  test('refuse a signed body of another key', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await session(client)
    await refused(assert, id, {
      callbackUrl,
      payload: { ...payload, key: 'another' },
      form: 'body',
    })
  })

  test('refuse plain members where they must be signed, and take them where they need not be', async ({
    client,
    assert,
  }) => {
    const { id, callbackUrl, payload } = await session(client)
    stage.configure({ signedCallback: 'required' })
    await refused(assert, id, { callbackUrl, payload, form: 'none' })
    stage.configure({ signedCallback: 'optional' })
    assert.containsSubset(await send({ callbackUrl, payload, form: 'none' }), {
      status: 200,
      body: { error: 0 },
    })
  })

  test('believe the signed body before the header, and both before the plain members', async ({
    client,
    assert,
  }) => {
    const { id, callbackUrl, payload } = await session(client)
    const { url } = payload
    const token = await signForEditor(EDITOR_SECRET, { ...payload, status: 4 }, 300)
    const header = await signForEditor(
      EDITOR_SECRET,
      { payload: { ...payload, status: 7, url: undefined } },
      300
    )
    const { pathname, searchParams } = new URL(callbackUrl)
    const response = await client
      .post(pathname)
      .qs({ token: searchParams.get('token')! })
      .header('authorization', `Bearer ${header}`)
      .json({ ...payload, url, token })
    response.assertStatus(200)
    assert.deepEqual(await actionsOf(id), ['editing_ended'])
  })

  test('refuse everything while the editor cannot be used: {title}')
    .with([
      { title: 'switched off', changes: { enabled: false } },
      { title: 'no secret', changes: { secret: undefined } },
      { title: 'a secret of 31 bytes', changes: { secret: new Secret('x'.repeat(31)) } },
    ])
    .run(async ({ client, assert }, { changes }) => {
      const { id, owner, config, callbackUrl, payload } = await session(client)
      stage.configure(changes)
      await refused(assert, id, { callbackUrl, payload })
      const { pathname, search } = new URL(config.document.url)
      ;(await client.get(`${pathname}${search}`)).assertStatus(403)
      const opened = await client.get(`/app/document/${id}/editor-config`).loginAs(owner)
      opened.assertStatus(400)
      opened.assertBodyContains({ data: { reason: 'E_EDITOR_OFF' } })
    })

  test('refuse a file of which no address comes: {title}')
    .with([
      { title: 'none at all', url: undefined, reason: 'E_BAD_REQUEST' },
      { title: 'nothing readable', url: 'cache/files/a.docx', reason: 'E_EDITOR_URL' },
      { title: 'no path', url: 'data:text/plain,a', reason: 'E_EDITOR_URL' },
    ])
    .run(async ({ client, assert }, { url, reason }) => {
      const { id, callbackUrl, payload } = await session(client)
      stage.server.log.clear()
      await refused(assert, id, { callbackUrl, payload: { ...payload, url } }, 400, reason)
      assert.lengthOf(stage.server.log.of('download'), 0)
      assert.deepEqual(await actionsOf(id), ['save_rejected'])
    })

  test('fetch from the document server alone what is named at {title}')
    .with([
      { title: 'another address', named: (_base: string, other: string) => other },
      { title: 'another scheme', named: (base: string) => base.replace('http:', 'https:') },
      { title: 'another host', named: () => 'http://files.example.org' },
      { title: 'the metadata service', named: () => 'http://169.254.169.254' },
      { title: 'this service itself', named: () => baseUrl() },
      { title: 'this machine', named: () => 'file://' },
      {
        title: 'an address with user info',
        named: (base: string) => base.replace('//', '//user:pw@'),
      },
    ])
    .run(async ({ client, assert }, { named }) => {
      await using other = await Trap.set()
      const { id, callbackUrl, payload } = await session(client)
      stage.server.log.clear()
      const { pathname, search } = new URL(payload.url)
      const url = `${named(stage.server.url, other.url)}${pathname}${search}`
      assert.containsSubset(await send({ callbackUrl, payload: { ...payload, url } }), {
        status: 200,
        body: { error: 0, data: { outcome: 'version', versionNo: 2 } },
      })
      assert.lengthOf(stage.server.log.of('download'), 1)
      assert.lengthOf(await versionsOf(id), 2)
      assert.equal(other.calls, 0)
    })

  test('save without the changes when those cannot be fetched', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await session(client)
    const forged = { ...payload, changesurl: 'http://169.254.169.254/changes.zip' }
    assert.equal((await send({ callbackUrl, payload: forged })).status, 200)
    const [, version] = await versionsOf(id)
    assert.isNull(version!.changesFileId)
  })

  test('ask for another try, and keep nothing, when the file comes {fault}')
    .with([
      { fault: 'truncated' as const },
      { fault: 'cut' as const },
      { fault: 'empty' as const },
      { fault: 'html' as const },
      { fault: 'hanging' as const },
      { fault: 'stalling' as const },
      { fault: 'redirecting' as const },
      { fault: 'notFound' as const },
      { fault: 'unavailable' as const },
    ])
    .run(async ({ client, assert }, { fault }) => {
      const { id, callbackUrl, payload } = await session(client)
      stage.configure({ downloadIdleSeconds: 1 })
      stage.server.faults.output = fault
      const answer = await send({ callbackUrl, payload })
      delete stage.server.faults.output
      stage.configure()
      assert.containsSubset(answer, { status: 503, body: { error: 1, code: 503, data: null } })
      assert.lengthOf(await versionsOf(id), 1)
      assert.deepEqual(await actionsOf(id), ['save_rejected'])

      assert.equal((await send({ callbackUrl, payload })).status, 200)
      assert.lengthOf(await versionsOf(id), 2)
    })

  test('refuse a file that is too large for good', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await session(client)
    stage.server.faults.output = 'tooLarge'
    await refused(assert, id, { callbackUrl, payload }, 413, 'E_PAYLOAD_TOO_LARGE')
    delete stage.server.faults.output
    stage.configure({ downloadLimit: 10 })
    await refused(assert, id, { callbackUrl, payload }, 413, 'E_PAYLOAD_TOO_LARGE')
  })

  test('fetch by the internal address what is named by the public one', async ({
    client,
    assert,
  }) => {
    const { id, callbackUrl, payload } = await session(client)
    stage.configure({
      documentServerUrl: 'https://office.example.org/ds',
      documentServerInternalUrl: stage.server.url,
    })
    const { pathname, search } = new URL(payload.url)
    for (const origin of ['https://office.example.org', 'http://ds.internal:8080']) {
      const url = `${origin}/ds${pathname}${search}`
      assert.equal((await send({ callbackUrl, payload: { ...payload, url } })).status, 200)
    }
    assert.lengthOf(await versionsOf(id), 2)
  })

  test('note a status nobody knows, and one that means nothing yet', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await session(client)
    for (const status of [0, 5, 99, -1]) {
      const answer = await send({ callbackUrl, payload: { ...payload, status } })
      assert.containsSubset(answer, { status: 200, body: { error: 0, code: 200 } })
    }
    assert.deepEqual(await actionsOf(id), Array(4).fill('callback_ignored'))
  })

  test('treat 26 as a final save, or as a forced one where it says so', async ({
    client,
    assert,
  }) => {
    const { id, config, callbackUrl, payload } = await session(client)
    const forced = { ...payload, status: 26, forcesavetype: 1 }
    assert.containsSubset(await send({ callbackUrl, payload: forced }), {
      body: { data: { versionNo: 2 } },
    })
    const keyOf = async () => (await actAsSystem('test', () => Document.findOrFail(id))).sessionKey
    assert.equal(await keyOf(), config.document.key)

    const url = stage.server.offer(wordBytes('final'), 'docx')
    const answer = await send({ callbackUrl, payload: { ...payload, url, status: 26 } })
    assert.containsSubset(answer, { body: { data: { outcome: 'version', versionNo: 3 } } })
    assert.notEqual(await keyOf(), config.document.key)
    assert.deepEqual(
      (await versionsOf(id)).map(({ kind }) => kind),
      ['blank', 'forced_save', 'save']
    )
  })

  test('say that a document is gone that was removed for good', async ({ client, assert }) => {
    const { id, callbackUrl, payload } = await session(client)
    await actAsSystem('test', async () => (await Document.findOrFail(id)).delete())
    const answer = await send({ callbackUrl, payload })
    assert.containsSubset(answer, {
      status: 404,
      body: { error: 1, data: { reason: 'E_NOT_FOUND' } },
    })
    assert.isDefined(app)
  })
})
