import { createSecretKey } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError, JWTExpired } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { clock } from '#kernel/state/main'
import { otherAlgorithmIn, TAKEN_ALGORITHM, type OtherAlgorithm } from './other_algorithm.js'

const CLOCK_TOLERANCE_SECONDS = 60

export function signForEditor(
  secret: string,
  members: Record<string, unknown>,
  seconds: number
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return new SignJWT(members as JWTPayload)
    .setProtectedHeader({ alg: TAKEN_ALGORITHM, typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(keyOf(secret))
}

export type Signature =
  { claims: JWTPayload; fault?: undefined } | { claims?: undefined; fault: SignatureFault }

export type SignatureFault = 'expired' | 'wrong' | OtherAlgorithm

/**
 * Verifies a token that the document server signed. Tokens of this service name their purpose in `typ`, so one of them
 * does not pass although the secret is the same.
 */
export async function readFromEditor(secret: string, token: string): Promise<Signature> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf(secret), {
      algorithms: [TAKEN_ALGORITHM],
      currentDate: clock.date(),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    const isTheirs = protectedHeader.typ === undefined || protectedHeader.typ === 'JWT'
    return isTheirs ? { claims: payload } : { fault: 'wrong' }
  } catch (error) {
    if (error instanceof JWTExpired) return { fault: 'expired' }
    if (error instanceof JOSEError || error instanceof TypeError)
      return { fault: otherAlgorithmIn(token) ?? 'wrong' }
    throw error
  }
}

function keyOf(secret: string) {
  return createSecretKey(Buffer.from(secret, 'utf8'))
}
