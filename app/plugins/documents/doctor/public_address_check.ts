import { inject } from '@adonisjs/core'
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { doubtful, failed, fine, skipped, type Finding } from './finding.js'
import { probe } from './probe.js'

const ADDRESS = 'our address'
const PRIVATE = 'private addresses'

/** Whether the document server finds us where it is told to call. */
@inject()
export class PublicAddressCheck {
  constructor(private readonly settings: EditorSettings) {}

  async examine(): Promise<Finding[]> {
    return [await this.#health(), await this.#filter()]
  }

  async #health(): Promise<Finding> {
    const url = this.settings.publicUrl('/actuator/health')
    const { status, text, fault } = await probe(url)
    if (status === 200 && text.includes('"UP"')) {
      return fine(ADDRESS, `${url} is ours; see that the document server reaches it, too`)
    }
    return failed(
      ADDRESS,
      `${url}: ${fault ?? `answers ${status}, and not as our health check`}`,
      'Set EDITOR_PUBLIC_BASE_URL to the protocol, host, port and prefix under which the document server reaches this service'
    )
  }

  /** Document servers refuse to call private addresses unless they are told otherwise. */
  async #filter(): Promise<Finding> {
    const { hostname } = new URL(this.settings.publicUrl('/'))
    const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''))
    if (addresses.length === 0) return skipped(PRIVATE, `${hostname} has no address`)

    const inside = addresses.filter((address) => ipaddr.parse(address).range() !== 'unicast')
    if (inside.length === 0) return fine(PRIVATE, `${hostname} is a public address`)
    return doubtful(
      PRIVATE,
      `${named(hostname, inside[0]!)} is private, and document servers do not call such addresses by default`,
      'Set services.CoAuthoring.request-filtering-agent.allowPrivateIPAddress to true in the document server (ALLOW_PRIVATE_IP_ADDRESS in its container)'
    )
  }
}

async function addressesOf(hostname: string): Promise<string[]> {
  if (ipaddr.isValid(hostname)) return [hostname]
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

function named(hostname: string, address: string): string {
  return hostname === address ? hostname : `${hostname} (${address})`
}
