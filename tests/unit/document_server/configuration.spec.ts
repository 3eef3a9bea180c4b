import { test } from '@japa/runner'
import { createHmac } from 'node:crypto'
import {
  checkConfiguration,
  EditorRefusal,
  type EditorConfiguration,
} from '#tests/fakes/document_server/configuration'
import { signToken, type Claims } from '#tests/fakes/document_server/tokens'
import { OBSERVED_REFUSALS } from './support/observed.js'

const SECRET = 'a-secret-of-the-document-server-tests'
const NOW = 1_800_000_000_000

const config = (): EditorConfiguration => ({
  type: 'desktop',
  documentType: 'word',
  document: {
    fileType: 'docx',
    key: 'key-1',
    title: 'Report.docx',
    url: 'http://host/content',
    permissions: { edit: true },
  },
  editorConfig: { callbackUrl: 'http://host/callback', mode: 'edit', user: { id: 'u1' } },
})

const check = (given: EditorConfiguration, strict = false): EditorConfiguration =>
  checkConfiguration(given, { secret: SECRET, now: NOW, strict })

/** The configuration with a token over something else. */
const signedAs = (claims: Claims, at = NOW, secret = SECRET): EditorConfiguration => ({
  ...config(),
  token: signToken(claims, secret, at, 300),
})

function refusal(work: () => unknown): [code: number, description: string] | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof EditorRefusal) return [error.code, error.description]
    throw error
  }
}

function without(part: 'document' | 'editorConfig', member: string): Claims {
  const claims = structuredClone(config()) as unknown as Record<string, Claims>
  delete claims[part]?.[member]

  return claims
}

const unsignedToken = (claims: Claims): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`

function signedWithSha512(claims: Claims): string {
  const parts = [{ alg: 'HS512', typ: 'JWT' }, claims]
  const body = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

  return `${body}.${createHmac('sha512', SECRET).update(body).digest('base64url')}`
}

test.group('Document server | configuration', () => {
  test('open what is signed exactly', ({ assert }) => {
    assert.isUndefined(refusal(() => check(signedAs(config()), true)))
  })

  test('refuse with the observed codes, trial by trial', ({ assert }) => {
    const denied = config()
    denied.document.permissions = { edit: false }
    const trials = [
      signedAs(config(), NOW, 'another-secret-of-more-than-32-bytes'),
      signedAs(config(), NOW - 400_000),
      { ...config(), token: unsignedToken(config()) },
      signedAs(without('editorConfig', 'callbackUrl')),
      signedAs(without('document', 'permissions')),
      signedAs(without('editorConfig', 'mode')),
      signedAs(without('document', 'url')),
      signedAs({ payload: config() }),
      signedAs(denied),
    ]

    assert.deepEqual(
      trials.map((trial) => refusal(() => check(trial))),
      OBSERVED_REFUSALS.map(([code, description]) => [code, description])
    )
  })

  test('refuse what carries no token', ({ assert }) => {
    assert.equal(refusal(() => check(config()))?.[0], 4006)
  })

  test('forgive half a minute of clock difference', ({ assert }) => {
    assert.isUndefined(refusal(() => check(signedAs(config(), NOW - 330_000))))
  })

  test('let the signed URL count where the browser states another', ({ assert }) => {
    const claims = config()
    claims.document.url = 'http://host/another'

    assert.equal(check(signedAs(claims)).document.url, 'http://host/another')
  })

  test('accept HS512 as the real server does, but not when strict', ({ assert }) => {
    const given = { ...config(), token: signedWithSha512(config()) }

    assert.isUndefined(refusal(() => check(given)))
    assert.deepEqual(
      refusal(() => check(given, true)),
      [4006, 'token:invalid algorithm']
    )
  })

  test('refuse, when strict, any difference and any further member', ({ assert }) => {
    const differing = config()
    differing.document.title = 'Another.docx'

    assert.deepEqual(
      refusal(() => check(signedAs(differing), true)),
      [4006, 'token:document differs']
    )
    assert.match(
      refusal(() => check(signedAs({ ...config(), scriptUrl: 'x' }), true))?.[1] ?? '',
      /signed members are .*scriptUrl/
    )
  })

  test('refuse, when strict, a malformed key and a long title', ({ assert }) => {
    const malformed = config()
    malformed.document.key = 'key/1'
    const long = config()
    long.document.title = 'x'.repeat(129)

    for (const given of [malformed, long]) {
      const token = signToken({ ...given }, SECRET, NOW)
      assert.equal(refusal(() => check({ ...given, token }, true))?.[0], 4006)
    }
  })

  test('need neither callback nor mode for a viewer', ({ assert }) => {
    const given = config()
    given.editorConfig = { mode: 'view', user: { id: 'u1' } }
    const token = signToken({ ...given }, SECRET, NOW)

    assert.isUndefined(refusal(() => check({ ...given, token }, true)))
  })
})
