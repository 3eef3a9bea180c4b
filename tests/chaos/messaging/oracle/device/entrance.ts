import { WebSocket } from 'ws'
import type { Dice } from '../dice.js'
import type { Desk } from '../stage/desk.js'

/** Opens a socket on a node by any of the ways in; some offer to compress. */
export async function enter(
  url: string,
  token: string,
  { dice, desk }: { dice: Dice; desk: Desk }
): Promise<WebSocket> {
  const options = { handshakeTimeout: 5_000, perMessageDeflate: dice.chance(50) }
  switch (dice.below(4)) {
    case 0: {
      const { data } = await desk.ask('POST', '/app/im/ticket', token)
      const { ticket = 'none' } = (data ?? {}) as { ticket?: string }
      return new WebSocket(`${url}?ticket=${ticket}`, options)
    }
    case 1:
      return new WebSocket(url, ['im.v1', `bearer.${token}`], options)
    case 2: {
      const socket = new WebSocket(url, options)
      socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })))
      return socket
    }
    default:
      return new WebSocket(url, { ...options, headers: { authorization: `Bearer ${token}` } })
  }
}
