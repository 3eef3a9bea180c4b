import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from './dice.js'
import type { Nodes } from './nodes.js'

export interface Answer {
  status: number
  data: unknown
  /** `E_…` of a refusal, or what it says. */
  told: string
}

interface Enveloped {
  data: { reason?: string } | null
  message?: string
}

const PATIENCE_MS = 60_000
const AGAIN_MS = 150

/** What a list answered; nothing where it was refused. */
export function pageIn<Item>({ data }: Answer): { items: Item[]; hasMore: boolean } {
  const { items = [], hasMore = false } = (data ?? {}) as { items?: Item[]; hasMore?: boolean }
  return { items, hasMore }
}

/** Operations over HTTP, on any node. What a node that dies leaves without an answer is asked again. */
export class Desk {
  constructor(
    private readonly nodes: Nodes,
    private readonly dice: Dice
  ) {}

  /** @throws where nobody answers for a long time, or is left to do it */
  async ask(method: string, path: string, token: string | null, body?: unknown): Promise<Answer> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const answer = await this.#once(method, path, token, body)
      if (answer && answer.status < 500) return answer
      if (performance.now() > until || this.nodes.areGone)
        throw new Error(`${method} ${path} was not answered: ${answer?.status} ${answer?.told}`)
      await pause(AGAIN_MS)
    }
  }

  async #once(method: string, path: string, token: string | null, body: unknown) {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    if (token !== null) headers.authorization = `Bearer ${token}`
    try {
      const response = await fetch(this.nodes.url(this.nodes.any(this.dice)) + path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const { data, message } = (await response.json()) as Enveloped
      return { status: response.status, data, told: `${data?.reason ?? ''} ${message ?? ''}` }
    } catch {
      // The node was killed, or is not back yet: another one is asked.
      return null
    }
  }
}
