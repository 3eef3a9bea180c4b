import { toError, unreadable, type Answer } from './chancery_error.js'

interface Outcome {
  data?: unknown
  error?: unknown
  response?: Answer & { ok: boolean }
}

/**
 * What the service answered, out of its envelope; files and what has none as they are.
 *
 * @throws ChanceryError for a refusal, and for what the service did not say though it came with 200: an answer that broke
 * off, or the page of a portal on the way
 */
export function answered({ data, error, response }: Outcome): unknown {
  if (!response?.ok) throw toError({ error, response })
  if (error !== undefined || !isAnswer(data)) throw unreadable(response)
  return 'code' in data && 'data' in data ? data.data : data
}

function isAnswer(data: unknown): data is object {
  if (typeof data !== 'object' || data === null) return false
  return data instanceof Blob || Object.keys(data).length > 0
}

/** The same of a body that is always an envelope. */
export function unwrapped<Data>(body: unknown, response: Pick<Response, 'status'>): Data {
  const isEnvelope = typeof body === 'object' && body !== null && 'data' in body
  if (!isEnvelope) throw unreadable(response)
  return body.data as Data
}
