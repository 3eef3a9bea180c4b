import { AS_IT_IS, boundedText } from './bounded_answer.js'

/** For all of an answer. */
const LONGEST_MS = 5_000

/** A script, or a health check, has said by then what it is. */
const READ_BYTES = 64 * 1024

export interface Probed {
  status: number
  text: string
  /** Why there is no answer. */
  fault?: string
}

/** One GET, with what goes wrong put into words. */
export async function probe(url: string): Promise<Probed> {
  try {
    const signal = AbortSignal.timeout(LONGEST_MS)
    const response = await fetch(url, { headers: AS_IT_IS, redirect: 'manual', signal })
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
