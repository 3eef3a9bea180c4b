import type { Services } from './services.js'
import { TokenRefused, verifyToken, type Claims } from './tokens.js'

/**
 * What a request asks for: the signed claims, or the plain body where no secret is set. Throws `TokenRefused`; nothing
 * where the body cannot be read.
 */
export function orderIn(
  text: string,
  authorization: string | undefined,
  { secret, now }: Services
): Claims | undefined {
  const body = parse(text)
  if (!body || secret === undefined) return body
  if (typeof body.token === 'string') return verifyToken(body.token, secret, now())
  const bearer = authorization?.match(/^Bearer (.+)$/)?.[1]
  const { payload } = verifyToken(bearer ?? '', secret, now())
  if (!isObject(payload)) throw new TokenRefused('jwt payload is required')
  return payload
}

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null

function parse(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
