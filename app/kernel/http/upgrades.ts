import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { beforeClose } from '#kernel/patches/main'
import { chooseLanguage } from '#kernel/languages/main'
import { onHttpServer } from './http_server.js'
import { refuseOnSocket } from './refuse_on_socket.js'

/** Takes the upgrades of one path, such as a WebSocket's. */
export interface UpgradeOwner {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** The server is about to end and waits for every connection: end those that were taken. */
  closing(): void
}

const owners = new Map<string, UpgradeOwner>()
const followed = new WeakSet<Server>()

/**
 * Claims the upgrades of exactly this path, on every HTTP server that is made from now on. A request that asks for
 * any other upgrade is answered as if it had not asked (RFC 9110 §7.8).
 */
export function claimUpgrades(path: string, owner: UpgradeOwner): void {
  if (owners.size === 0) onHttpServer(follow)
  owners.set(path, owner)
}

/** For the HTTP server's `shouldUpgradeCallback`. */
export function isClaimedUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket' && owners.has(pathOf(request))
}

function follow(server: Server): void {
  if (followed.has(server)) return
  followed.add(server)
  server.on('upgrade', (request, socket, head) => hand(request, socket, head))
  beforeClose(server, () => {
    for (const owner of owners.values()) owner.closing()
  })
}

function hand(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy())
  const owner = owners.get(pathOf(request))
  if (!owner) {
    const language = chooseLanguage(null, request.headers['accept-language'])
    refuseOnSocket(socket, new E_NOT_FOUND('No such route'), { language })
    return
  }
  owner.accept(request, socket, head).catch(() => socket.destroy())
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
