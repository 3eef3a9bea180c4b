import type { AddressInfo } from 'node:net'
import type { ApplicationService } from '@adonisjs/core/types'
import { Landing } from '#kernel/pages/main'
import { announce } from './announcements.js'
import { CHANCERY_VERSION } from './chancery_version.js'

const LOCAL = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** Announces the version and the address of a service that is ready. */
export async function greet(app: ApplicationService): Promise<void> {
  const server = await app.container.make('server')
  const address = server.getNodeServer()?.address() as AddressInfo | null
  if (!address) return

  const host = LOCAL.includes(address.address) ? 'localhost' : address.address
  const version = CHANCERY_VERSION
  const details = { version, host: address.address, port: address.port }
  const { home } = await app.container.make(Landing)
  const url = `http://${host}:${address.port}`
  const inBrowser = home && !app.inProduction ? `\nIn a browser: ${url}/${home}` : ''
  await announce(app, `Chancery ${version} is ready on ${url}${inBrowser}`, details)
}
