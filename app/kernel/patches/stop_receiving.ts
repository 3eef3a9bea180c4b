import type { WebSocket } from 'ws'

/** What takes apart what came in; its types do not say so. */
interface Receiving {
  _receiver?: { _loop: boolean }
}

/**
 * `ws` emits a message for every frame that one read of the socket brought, thousands perhaps, also after the socket was
 * closed or terminated in the midst of them. Called by a listener of a message, this stops it from emitting the others.
 *
 * Upstream: https://github.com/websockets/ws/issues/2209 (closed: buffered data is emitted on purpose).
 * Remove when `terminate()` stops the receiver.
 */
export function stopReceiving(socket: WebSocket): void {
  const { _receiver: receiver } = socket as Receiving
  if (receiver) receiver._loop = false
}
