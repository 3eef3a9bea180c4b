import { createHash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { clientKey, networkOf } from '#kernel/rate_limit/main'

/** Where a request came from, as the login history stores it. */
export interface ClientDetails {
  ip: string | null
  userAgent: string | null
}

/** By what a client is recognised at a later login. */
export interface ClientFingerprint {
  /** The key of its IP address in rate limits. */
  address: string | null
  network: string | null
  /** Hash of the user agent without its version numbers, so that an update changes nothing. */
  device: string
}

/** 128 bits are enough for the devices of one person. */
const DEVICE_DIGITS = 32

export function clientDetails({ request }: HttpContext): ClientDetails {
  return {
    ip: request.ip()?.slice(0, 64) ?? null,
    userAgent: request.header('user-agent')?.slice(0, 255) ?? null,
  }
}

export function fingerprintOf({ ip, userAgent }: ClientDetails): ClientFingerprint {
  const address = ip === null ? null : clientKey(ip)
  return { address, network: address && networkOf(address), device: deviceOf(userAgent) }
}

function deviceOf(userAgent: string | null): string {
  const kind = (userAgent ?? '').toLowerCase().replace(/[\d._]+/g, '')
  return createHash('sha256').update(kind).digest('hex').slice(0, DEVICE_DIGITS)
}
