import type { AddressInfo } from 'node:net'
import type { ApplicationService } from '@adonisjs/core/types'
import { announce } from './announcements.js'
import { ownVersion } from './own_version.js'

/** Tells the person at the terminal what runs, and where. */
export async function greet(app: ApplicationService): Promise<void> {
  const server = await app.container.make('server')
  const address = server.getNodeServer()?.address() as AddressInfo | null
  if (!address) return

  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address.address)
    ? 'localhost'
    : address.address
  const version = ownVersion(app)
  const about = { version, host: address.address, port: address.port }
  await announce(app, `Chancery ${version} is ready on http://${host}:${address.port}`, about)
}
