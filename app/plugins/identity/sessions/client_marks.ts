import { createHash } from 'node:crypto'
import { clientKey, networkOf } from '#kernel/rate_limit/main'
import type { ClientDetails } from './client_details.js'

/** By what a client is known from others: how rate limits call its address, its network, and what kind of device it is. */
export interface ClientMarks {
  address: string | null
  network: string | null
  device: string
}

/** 128 bits are enough for what one person logs in with. */
const DEVICE_DIGITS = 32

export function marksOf({ ip, userAgent }: ClientDetails): ClientMarks {
  const address = ip === null ? null : clientKey(ip)
  return { address, network: address && networkOf(address), device: deviceOf(userAgent) }
}

/** The same after an update: numbers do not count. */
function deviceOf(userAgent: string | null): string {
  const kind = (userAgent ?? '').toLowerCase().replace(/[\d._]+/g, '')
  return createHash('sha256').update(kind).digest('hex').slice(0, DEVICE_DIGITS)
}
