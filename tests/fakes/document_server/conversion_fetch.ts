import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { fetchOnce } from './content_fetch.js'
import type { ConverterFaults } from './faults.js'
import type { Services } from './services.js'
import { signToken } from './tokens.js'

/** The codes of `/converter`. */
export const ConverterError = {
  conversion: -3,
  download: -4,
  input: -7,
  token: -8,
  size: -10,
} as const

export class ConversionFault extends Error {
  constructor(readonly code: number) {
    super(`conversion error ${code}`)
  }
}

const TRIES = 3
const WAIT = 1_000

const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix)
PRIVATE.addAddress('::1', 'ipv6')

/**
 * Fetches what is to be converted: three tries, and none of a private address unless the request for it was signed,
 * or the fault says that even that does not help.
 */
export async function fetchSource(
  key: string,
  url: string,
  services: Services,
  faults: ConverterFaults
): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    const body = (await isFiltered(url, services, faults))
      ? undefined
      : await attempt(key, url, services, faults)
    if (body) return body
    if (tries === TRIES) throw new ConversionFault(ConverterError.download)
    await services.wait(WAIT)
  }
}

async function isFiltered(
  url: string,
  { secret }: Services,
  { addressFilter, unreachable }: ConverterFaults
): Promise<boolean> {
  if (unreachable !== undefined && url.startsWith(unreachable)) return true
  if (secret !== undefined && addressFilter !== 'always') return false
  const { hostname } = new URL(url)
  const address = isIP(hostname) ? hostname : (await lookup(hostname)).address
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

async function attempt(
  key: string,
  url: string,
  { secret, now, log }: Services,
  { outboxSecret = secret, outboxAlgorithm, unsigned, limit }: ConverterFaults
): Promise<Uint8Array | undefined> {
  const isSigned = secret !== undefined && outboxSecret !== undefined && !unsigned
  const claims = { payload: { url } }
  const token = isSigned
    ? signToken(claims, outboxSecret, now(), undefined, outboxAlgorithm)
    : undefined
  const onDropped = (reason: string) => {
    if (reason.startsWith('more than')) throw new ConversionFault(ConverterError.size)
  }
  return fetchOnce(key, url, { token, log, limit, onDropped })
}
