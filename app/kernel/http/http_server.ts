import type { Server } from 'node:http'

type Listener = (server: Server) => void

const listeners = new Set<Listener>()

/** Hands the HTTP server to the plugins that asked for it, before it listens. */
export function announceHttpServer(server: Server): void {
  for (const listener of listeners) listener(server)
}

/** Calls `listener` with each HTTP server of this process; for plugins that take WebSocket upgrades. */
export function onHttpServer(listener: Listener): void {
  listeners.add(listener)
}
