import { createSecretKey } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { clock } from '#kernel/state/clock'

const ALGORITHM = 'HS256'

/** What clocks may differ by, in seconds. */
const LEEWAY = 60

/** Signs what the document server checks: the members alone, and the time. */
export function signForEditor(
  secret: string,
  members: Record<string, unknown>,
  seconds: number
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return new SignJWT(members as JWTPayload)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(keyOf(secret))
}

/**
 * The claims of a token that the document server signed, or `null`. Tokens of ours name a purpose in `typ`, so one
 * of them, signed with the same secret, is none of these.
 */
export async function verifyFromEditor(secret: string, token: string): Promise<JWTPayload | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf(secret), {
      algorithms: [ALGORITHM],
      currentDate: clock.date(),
      clockTolerance: LEEWAY,
    })
    return protectedHeader.typ === undefined || protectedHeader.typ === 'JWT' ? payload : null
  } catch (error) {
    if (error instanceof JOSEError || error instanceof TypeError) return null
    throw error
  }
}

function keyOf(secret: string) {
  return createSecretKey(Buffer.from(secret, 'utf8'))
}
