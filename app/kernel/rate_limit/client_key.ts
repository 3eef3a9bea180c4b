import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const NOBODY = 'unknown'

/**
 * Under what a client is counted: an IPv4 address, also where it is written as IPv6, or the /64 of an IPv6 address,
 * which is what one subscriber has.
 *
 * @param address as proxies report it; what is no address shares one key
 */
export function clientKey(address: string | undefined): string {
  if (!address) return NOBODY
  if (isIPv4(address)) return address
  if (!ipaddr.IPv6.isValid(address)) return NOBODY

  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** The network of a client, of which one customer may have all: the /48 of an IPv6 address, the /24 of an IPv4 one. */
export function networkOf(key: string): string {
  if (isIPv4(key)) return `${key.slice(0, key.lastIndexOf('.'))}.0/24`
  return key === NOBODY ? NOBODY : `${key.split(':').slice(0, 3).join(':')}::/48`
}
