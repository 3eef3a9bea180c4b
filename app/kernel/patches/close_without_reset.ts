import type { Socket } from 'node:net'

/** For the client to read the response, and to close its side. */
const LINGER_MS = 1_000

/**
 * Node.js destroys the socket as soon as the last response of a connection is written. Where the rest of a request body lies
 * in it unread, the system resets the connection, and the client may lose the response. Here the writing side is closed, and
 * the socket destroyed a second later (RFC 9112 §9.6).
 *
 * Upstream: https://github.com/nodejs/node/issues/12339, https://github.com/nodejs/node/pull/36205 (closed unmerged).
 * Remove when the HTTP server closes such a connection in stages.
 */
export function closeWithoutReset(socket: Socket): void {
  socket.destroySoon = () => {
    socket.pause()
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
