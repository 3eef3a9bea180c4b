import { decodeProtectedHeader } from 'jose/decode/protected_header'

export const TAKEN_ALGORITHM = 'HS256'

/** Other algorithms that a document server may be configured with; `none` is an unsigned token. */
export const OTHER_ALGORITHMS = [
  ...(['HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'none'] as const),
] as const
export type OtherAlgorithm = (typeof OTHER_ALGORITHMS)[number]

export const ALGORITHM_REMEDY = `services.CoAuthoring.token.outbox.algorithm of the document server to ${TAKEN_ALGORITHM}`

export function isOtherAlgorithm(name: unknown): name is OtherAlgorithm {
  return OTHER_ALGORITHMS.some((one) => one === name)
}

/** The algorithm that a refused token names, or `null`. */
export function otherAlgorithmIn(token: string): OtherAlgorithm | null {
  try {
    const { alg } = decodeProtectedHeader(token)
    return isOtherAlgorithm(alg) ? alg : null
  } catch {
    return null
  }
}
