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
}

export interface WrittenCallback {
  headers: Record<string, string>
  bodyText: string
}

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
  const { secret, now, form = 'both' } = signing
  if (secret === undefined) return withHeaders(writeBody(payload, undefined))
  const bearer = (claims: Claims) => `Bearer ${signToken({ payload: claims }, secret, now)}`
  const full = bearer(payload)
  const plain = full.length > HEADER_LIMIT ? shortened(payload) : payload
  const token = signToken(payload, secret, now)
  const inBody = form === 'both' || form === 'body'
  const inHeader = form === 'both' || form === 'header'
  const header = plain === payload ? full : bearer(plain)
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
