import { createSecretKey } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { JOSEError, JWTExpired } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { clock } from '#kernel/state/clock'
import { otherAlgorithmIn, TAKEN_ALGORITHM, type OtherAlgorithm } from './other_algorithm.js'

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
    .setProtectedHeader({ alg: TAKEN_ALGORITHM, typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(keyOf(secret))
}

/** What a signature of the document server turned out to be. */
export type Signature =
  { claims: JWTPayload; fault?: undefined } | { claims?: undefined; fault: SignatureFault }

/** By another algorithm it may well be of the right secret. */
export type SignatureFault = 'expired' | 'wrong' | OtherAlgorithm

/**
 * Reads a token that the document server signed. Tokens of ours name a purpose in `typ`, so one of them, signed with
 * the same secret, is none of these. One that came too late is told from one that is signed by somebody else.
 */
export async function readFromEditor(secret: string, token: string): Promise<Signature> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf(secret), {
      algorithms: [TAKEN_ALGORITHM],
      currentDate: clock.date(),
      clockTolerance: LEEWAY,
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
