import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { SignJWT } from 'jose'
import { clock } from '#kernel/state/main'
import { SignedTokens } from '#kernel/tokens/main'
import { AddressSeal } from '../../../app/plugins/documents/editor/address_seal.js'
import { EditorTokens } from '../../../app/plugins/documents/editor/editor_tokens.js'
import { signForEditor } from '../../../app/plugins/documents/editor/editor_jwt.js'
import { HEADER_LIMIT } from '../../fakes/document_server/signed_callback.js'
import { fetched } from '../../helpers/download.js'
import { actionsOf, EDITOR_SECRET, versionsOf } from '../../helpers/editor_stage.js'
import { lookedAfter } from '../../helpers/looked_after.js'
import { assertRefused, toldSession } from '../../helpers/told_saves.js'

const DAY = 86_400_000
const ANOTHER_SECRET = 'another secret of quite enough bytes'

test.group('Documents | callbacks that prove nothing', (group) => {
  const there = lookedAfter(group)

  test('are refused with a token that is {title}')
    .with([
      { title: 'missing', token: async () => '' },
      { title: 'three parts of nothing', token: async () => 'a.b.c' },
      { title: 'for the content', token: contentToken },
      { title: 'of another document', token: otherToken },
      { title: 'of another secret', token: signedWith(ANOTHER_SECRET) },
      { title: 'of the logins’ secret', token: signedWith(process.env.JWT_SECRET!) },
      { title: 'not signed', token: unsigned },
      { title: 'of another algorithm', token: ofAlgorithm('HS512') },
    ])
    .run(async ({ client, assert }, { token }) => {
      const session = await toldSession(client, there.stage)
      const other = await toldSession(client, there.stage)
      const [path] = session.callbackUrl.split('?')
      const callbackUrl = `${path}?token=${await token(session, other)}`
      await assertRefused(assert, session.id, session.save({}).send({ callbackUrl }))
    })

  test('are refused where token and body name different keys', async ({ client, assert }) => {
    const one = await toldSession(client, there.stage)
    const two = await toldSession(client, there.stage)
    const payload = { ...one.save({}).payload, key: two.config.document.key }
    for (const form of ['both', 'body', 'header', 'none'] as const)
      await assertRefused(assert, one.id, one.save({}).send({ payload, form }))
    await assertRefused(assert, two.id, one.save({}).send({ payload }))
  })

  test('are taken for days, until their token expires', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    clock.travel(31 * DAY)
    await assertRefused(assert, id, save({}).send())
    clock.restore()
    clock.travel(29 * DAY)
    assert.isTrue((await save({}).send()).saved)
  })

  test('are refused where a signature is by another secret', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    const { payload, send } = save({})
    const header = `Bearer ${await signForEditor(ANOTHER_SECRET, { payload }, 300)}`
    for (const signedCallback of ['optional', 'required'] as const) {
      there.stage.configure({ signedCallback })
      for (const form of ['body', 'header', 'both'] as const)
        await assertRefused(assert, id, send({ form, secret: ANOTHER_SECRET }))
      await assertRefused(assert, id, send({ form: 'body', headers: { Authorization: header } }))
    }
  })

  test('are refused unsigned only where they must be signed', async ({ client, assert }) => {
    const { id, save } = await toldSession(client, there.stage)
    there.stage.configure({ signedCallback: 'required' })
    await assertRefused(assert, id, save({}).send({ form: 'none' }))
    there.stage.configure({ signedCallback: 'optional' })
    assert.isTrue((await save({}).send({ form: 'none' })).saved)
  })

  test('count as the signed body says, then as the header does', async ({ client, assert }) => {
    const { id, callbackUrl, save } = await toldSession(client, there.stage)
    const { payload } = save({})
    const token = await signForEditor(EDITOR_SECRET, { ...payload, status: 4 }, 300)
    const told = { payload: { ...payload, status: 7, url: undefined } }
    const header = `Bearer ${await signForEditor(EDITOR_SECRET, told, 300)}`
    const headers = { 'authorization': header, 'content-type': 'application/json' }
    const post = (body: object) =>
      fetch(callbackUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    await post({ ...payload, token })
    await post(payload)
    assert.deepEqual(await actionsOf(id), ['editing_ended', 'forced_save_failed'])
  })

  test('keep a long history where the header is shortened', async ({ client, assert }) => {
    const { id, owner, save } = await toldSession(client, there.stage)
    const by = Array.from({ length: 100 }, () => owner.id)
    there.stage.configure({ signedCallback: 'required' })
    const sent = save({ by })
    assert.isAbove(JSON.stringify(sent.payload.history).length, HEADER_LIMIT)
    assert.isTrue((await sent.send()).saved)
    const [, version] = await versionsOf(id)
    assert.lengthOf(JSON.parse(version!.history!).changes, by.length)
    assert.isNotNull(version!.changesFileId)
  })

  test('are refused whole while the editor cannot be used: {title}')
    .with([
      { title: 'switched off', changes: { enabled: false } },
      { title: 'no secret', changes: { secret: undefined } },
      { title: 'a secret of 31 bytes', changes: { secret: new Secret('x'.repeat(31)) } },
    ])
    .run(async ({ client, assert }, { changes }) => {
      const { id, owner, config, save } = await toldSession(client, there.stage)
      const sent = save({})
      there.stage.configure(changes)
      await assertRefused(assert, id, sent.send())
      assert.equal((await fetched(config.document.url)).status, 403)
      const opened = await client.get(`/app/document/${id}/editor-config`).loginAs(owner)
      opened.assertStatus(400)
      opened.assertBodyContains({ data: { reason: 'E_EDITOR_OFF' } })
    })
})

type Told = Awaited<ReturnType<typeof toldSession>>

async function contentToken({ config }: Told) {
  return new URL(config.document.url).searchParams.get('token')!
}

async function otherToken(_session: Told, { callbackUrl }: Told) {
  return new URL(callbackUrl).searchParams.get('token')!
}

function signedWith(secret: string) {
  const tokens = new EditorTokens(new SignedTokens('chancery', [secret]), new AddressSeal(secret))
  return ({ id, owner, config }: Told) =>
    tokens.forCallback({ doc: id, key: config.document.key, user: owner.id })
}

const claimsOf = ({ id, config }: Told) => {
  return { doc: id, key: config.document.key, iss: 'chancery', jti: 'x', exp: 9_999_999_999 }
}

async function unsigned(session: Told) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'editor-callback+jwt' })}.${part(claimsOf(session))}.`
}

function ofAlgorithm(alg: string) {
  return (session: Told) =>
    new SignJWT(claimsOf(session))
      .setProtectedHeader({ alg, typ: 'editor-callback+jwt' })
      .sign(Buffer.from(EDITOR_SECRET.repeat(2)))
}
