import { boundedText, UNCOMPRESSED } from './bounded_answer.js'

const TIMEOUT_MS = 5_000

/** Enough to recognize a script or a health check. */
const READ_BYTES = 64 * 1024

export interface Probed {
  status: number
  text: string
  fault?: string
}

export async function probe(url: string): Promise<Probed> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { headers: UNCOMPRESSED, redirect: 'manual', signal })
    const { text } = await boundedText(response, READ_BYTES, signal)
    return { status: response.status, text }
  } catch (error) {
    return { status: 0, text: '', fault: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return 'it does not answer in time'
  return cause?.code ?? cause?.message ?? 'it cannot be reached'
}
