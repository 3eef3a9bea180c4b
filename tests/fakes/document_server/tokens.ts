/** Written by hand: a mistake in the application's own signatures is not repeated here. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type Claims = Record<string, unknown>

const HASHES: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }
const FIVE_MINUTES = 300
const CLOCK_TOLERANCE = 60

/** The reason is worded as the real server words it in `token:<reason>`. */
export class TokenRefused extends Error {
  get isExpiry(): boolean {
    return this.message === 'jwt expired'
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(part: string | undefined): Claims {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
    if (typeof value === 'object' && value !== null) return value as Claims
  } catch (error) {
    throw new TokenRefused('jwt malformed', { cause: error })
  }
  throw new TokenRefused('jwt malformed')
}

const digest = (hash: string, secret: string, text: string): Buffer =>
  createHmac(hash, secret).update(text).digest()

/** Good for five minutes from `now` (milliseconds). An algorithm that is not known here signs nothing. */
export function signToken(
  claims: Claims,
  secret: string,
  now: number,
  { algorithm = 'HS256' }: { algorithm?: string } = {}
): string {
  const iat = Math.floor(now / 1000)
  const timed = { ...claims, iat, exp: iat + FIVE_MINUTES }
  const body = `${encode({ alg: algorithm, typ: 'JWT' })}.${encode(timed)}`
  const hash = HASHES[algorithm]
  return `${body}.${hash ? digest(hash, secret, body).toString('base64url') : ''}`
}

/** A minute of clock difference is forgiven, as observed. */
export function verifyToken(token: string, secret: string, now: number): Claims {
  const [header, payload, signature] = token.split('.')
  if (!signature) throw new TokenRefused('jwt signature is required')
  if (decode(header).alg !== 'HS256') throw new TokenRefused('invalid algorithm')
  const expected = digest('sha256', secret, `${header}.${payload}`)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new TokenRefused('invalid signature')
  const claims = decode(payload)
  if (Number(claims.exp) + CLOCK_TOLERANCE <= now / 1000) throw new TokenRefused('jwt expired')
  return claims
}
