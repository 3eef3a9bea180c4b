import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answers. Browsers send one after the other; proxies do as well. */
const MOST_OPEN = 8

/** What Node.js is told of a request after which it is to parse no more of what came in. */
const PARSE_NO_MORE = 2

/** Node.js hangs its parser on each socket of a server; its types do not say so. */
type ParsedSocket = Socket & { parser?: { onIncoming: () => number } | null }

const open = new WeakMap<Socket, number>()

/**
 * A connection on which more is asked ahead of the answers than this is cut off, and the rest of what came in the same
 * read is passed over: Node.js hands over all of it in one turn, before anybody can be counted. Whoever sends the next
 * request when the last was answered never comes near it.
 */
export function boundPipelines(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return

    const asked = (open.get(socket) ?? 0) + 1
    if (asked > MOST_OPEN) return cutOff(socket)
    open.set(socket, asked)
    response.on('close', onAnswered)
    listener(request, response)
  }
}

function cutOff(socket: ParsedSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => PARSE_NO_MORE
  socket.destroy()
}

/**
 * One listener for all answers. They count until the turn is over: requests with bodies are answered one by one while
 * what one read brought is still being parsed.
 */
function onAnswered(this: ServerResponse): void {
  setImmediate(forget, this.req.socket)
}

function forget(socket: Socket): void {
  open.set(socket, open.get(socket)! - 1)
}
