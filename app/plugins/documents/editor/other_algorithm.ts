/** The one by which this service signs, and takes what is signed. */
export const TAKEN_ALGORITHM = 'HS256'

/** By which a document server may be set to sign; of what else a token names nothing is repeated. */
export const OTHER_ALGORITHMS = [
  ...(['HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'none'] as const),
] as const
export type OtherAlgorithm = (typeof OTHER_ALGORITHMS)[number]

/** In the document server, as its settings name it. */
export const ALGORITHM_REMEDY = `services.CoAuthoring.token.outbox.algorithm of the document server to ${TAKEN_ALGORITHM}`

/** Of a token; what it says of itself is at its beginning. */
export const LONGEST_HEADER = 512

export function isOtherAlgorithm(name: unknown): name is OtherAlgorithm {
  return OTHER_ALGORITHMS.some((one) => one === name)
}

/** What a token that was refused says that it is signed by; `null` where that does not explain it. */
export function otherAlgorithmIn(token: string): OtherAlgorithm | null {
  const name = algorithmIn(token.slice(0, LONGEST_HEADER).split('.', 1)[0]!)
  return isOtherAlgorithm(name) ? name : null
}

function algorithmIn(header: string): unknown {
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as {
      alg?: unknown
    }
    return alg
  } catch {
    return undefined
  }
}
