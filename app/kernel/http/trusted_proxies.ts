import { Exception } from '@adonisjs/core/exceptions'
import proxyAddr from 'proxy-addr'

export class E_TRUSTED_PROXIES extends Exception {
  static code = 'E_TRUSTED_PROXIES'
  static status = 500
  readonly remedied = true
}

/**
 * Whose `X-Forwarded-*` headers are believed. The client's address is read from the right: the first one that is not
 * a trusted proxy, so what a client forges to the left of it gains nothing.
 *
 * @param list addresses, CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`; empty trusts nobody
 * @throws E_TRUSTED_PROXIES for a part that is neither
 */
export function trustedProxies(list: string[]): (address: string, distance: number) => boolean {
  try {
    return proxyAddr.compile(list)
  } catch (error) {
    throw new E_TRUSTED_PROXIES(
      `TRUSTED_PROXIES holds "${list.join(',')}", which is not understood; list addresses or CIDR ranges such as 10.0.0.0/8, separated by commas.`,
      { cause: error }
    )
  }
}
