import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Whether a URL leads to an address that document servers do not call unless they have a reason to. */
export async function isPrivate(url: string): Promise<boolean> {
  const addresses = await addressesOf(new URL(url).hostname.replace(/^\[|\]$/g, ''))
  return addresses.some((address) => ipaddr.parse(address).range() !== 'unicast')
}

async function addressesOf(hostname: string): Promise<string[]> {
  if (ipaddr.isValid(hostname)) return [hostname]
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
