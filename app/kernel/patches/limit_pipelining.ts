import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their responses. Browsers send one after the other, and so do proxies. */
const MAX_OPEN = 8

/** What `onIncoming` returns so that the parser stops at this request. */
const STOP_PARSING = 2

/** Node.js hangs its parser on each socket of a server; its types do not say so. */
type ParsedSocket = Socket & { parser?: { onIncoming: () => number } | null }

const open = new WeakMap<Socket, number>()

/**
 * Node.js emits all requests that one read of a socket brought within one turn, thousands perhaps, before any limit can act
 * on the first: it has no limit for requests that are pipelined. Here a connection with more than eight open requests is
 * destroyed, and the rest of the read is not parsed. A client that sends a request when the last was answered never comes
 * near it.
 *
 * Upstream: https://github.com/nodejs/node/issues/50850 (that they are handled at the same time; no limit is proposed).
 * Remove when the HTTP server has a limit for the open requests of a connection.
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return

    const asked = (open.get(socket) ?? 0) + 1
    if (asked > MAX_OPEN) return cutOff(socket)
    open.set(socket, asked)
    response.on('close', onClosed)
    listener(request, response)
  }
}

function cutOff(socket: ParsedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => STOP_PARSING
  socket.destroy()
}

/**
 * One listener for all responses. They count until the turn is over: requests with bodies are answered one by one while
 * the rest of the read is still being parsed.
 */
function onClosed(this: ServerResponse): void {
  setImmediate(forget, this.req.socket)
}

function forget(socket: Socket): void {
  open.set(socket, open.get(socket)! - 1)
}
