import type { BackOffOptions } from './back_off.js'
import type { TokenProvider } from './entrance.js'
import { MemoryPositions, type PositionStore } from './position_store.js'

export interface MessagingOptions {
  /** Root of the service, with the prefix that a proxy puts before it. */
  baseUrl: string
  accessToken: TokenProvider
  /** Where to go on after a restart of the application; in memory unless said otherwise. */
  positions?: PositionStore
  /** Half a second and half a minute unless said otherwise. */
  backOff?: BackOffOptions
  /** What the service allows, less some for frames that are no messages; 40 unless said otherwise. */
  framesPerSecond?: number
  /** Where more entries of a conversation were missed, it begins anew with `reset`; 1,000 unless said otherwise. */
  mostMissed?: number
  /** Over how long clients spread loading anew when the service was restored; 30 seconds unless said otherwise. */
  reloadWithinMs?: number
  /** A socket that is quiet for so long is asked for a sign of life; 25 seconds unless said otherwise. */
  quietMs?: number
  fetch?: typeof globalThis.fetch
  webSocket?: typeof globalThis.WebSocket
}

export function withDefaults(options: MessagingOptions): Required<MessagingOptions> {
  return {
    positions: new MemoryPositions(),
    backOff: { firstMs: 500, longestMs: 30_000 },
    framesPerSecond: 40,
    mostMissed: 1_000,
    reloadWithinMs: 30_000,
    quietMs: 25_000,
    fetch: (...request) => globalThis.fetch(...request),
    webSocket: globalThis.WebSocket,
    ...options,
  }
}
