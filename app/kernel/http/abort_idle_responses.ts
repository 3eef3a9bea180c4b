import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { AnsweredSocket } from './unreadable_requests.js'

/**
 * Destroys connections whose client has read nothing of a response for so long: a response may hold memory or an open
 * file. Responses that are not written yet are not affected, however long they take.
 */
export function abortIdleResponses(server: Server, afterMs: number): void {
  server.setTimeout(afterMs, (socket: Socket) => {
    const isWaiting = Boolean((socket as AnsweredSocket)._httpMessage) && !socket.writableLength
    if (!isWaiting) socket.destroy()
  })
}
