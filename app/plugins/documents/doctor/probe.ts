const LONGEST_MS = 5_000

export interface Probed {
  status: number
  text: string
  /** Why there is no answer. */
  fault?: string
}

/** One GET, with what goes wrong put into words. */
export async function probe(url: string): Promise<Probed> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    return { status: response.status, text: (await response.text()).slice(0, 2_000_000) }
  } catch (error) {
    return { status: 0, text: '', fault: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return 'it does not answer in time'
  return cause?.code ?? cause?.message ?? 'it cannot be reached'
}
