import { COMMON_HEADERS } from './http_client.js'
import { signToken, type Claims } from './tokens.js'

/** Beyond this many characters of header, the plain body and the header lose the two long members. */
export const HEADER_LIMIT = 7_168

export type SignedForm = 'both' | 'body' | 'header' | 'none'

export interface Signing {
  secret: string | undefined
  now: number
  /** `both` is what the real server does; the rest is for tests of bad input. */
  form?: SignedForm
  /** Where it is not HS256: `token.outbox.algorithm` of its settings. */
  algorithm?: string
}

export interface WrittenCallback {
  headers: Record<string, string>
  bodyText: string
}

type Keyed = Signing & { secret: string }

const sign = (claims: Claims, { secret, now, algorithm }: Keyed): string =>
  signToken(claims, secret, now, undefined, algorithm)

const bearer = (claims: Claims, signing: Keyed): string =>
  `Bearer ${sign({ payload: claims }, signing)}`

function shortened(payload: Claims): Claims {
  const { changesurl, history, ...short } = payload
  return short
}

/** The body token stands before `filetype`, the one member that is added after signing. */
function writeBody(plain: Claims, token: string | undefined): string {
  const { filetype, ...members } = plain
  return JSON.stringify({ ...members, token, filetype })
}

export function writeCallback(payload: Claims, signing: Signing): WrittenCallback {
  const { secret, form = 'both' } = signing
  if (secret === undefined) return withHeaders(writeBody(payload, undefined))
  const keyed = { ...signing, secret }
  const full = bearer(payload, keyed)
  const plain = full.length > HEADER_LIMIT ? shortened(payload) : payload
  const token = sign(payload, keyed)
  const inBody = form === 'both' || form === 'body'
  const inHeader = form === 'both' || form === 'header'
  const header = plain === payload ? full : bearer(plain, keyed)
  return withHeaders(writeBody(plain, inBody ? token : undefined), inHeader ? header : undefined)
}

function withHeaders(bodyText: string, authorization?: string): WrittenCallback {
  const headers: Record<string, string> = {
    ...COMMON_HEADERS.accept,
    'Content-Type': 'application/json',
    ...COMMON_HEADERS.agent,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    'Content-Length': String(Buffer.byteLength(bodyText)),
    ...COMMON_HEADERS.encoding,
  }
  return { headers, bodyText }
}
