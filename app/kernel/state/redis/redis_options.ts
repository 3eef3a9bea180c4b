import { Exception } from '@adonisjs/core/exceptions'
import { isAddress } from '#kernel/settings/main'

export class E_REDIS_URL extends Exception {
  static code = 'E_REDIS_URL'
  static status = 500
  readonly remedied = true
}

/**
 * How Redis is connected to: it is tried for ever, but nobody waits for it longer than a second (in which this process
 * did not stand still, see `withPatience`), and nothing queues up while it is lost. A command whose answer was lost is
 * never sent twice: it may have been done.
 *
 * @param url `redis://` or `rediss://`, with name, password and number of the database where needed
 * @throws E_REDIS_URL
 */
export function redisOptions(url: string) {
  const { protocol, hostname, port, username, password, pathname } = parsed(url)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    db: Number(pathname.slice(1)),
    tls: protocol === 'rediss:' ? {} : undefined,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 2000),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2000,
    commandTimeout: 1000,
  }
}

function parsed(url: string): URL {
  const given = URL.parse(url)
  const understood = given && /^rediss?:$/.test(given.protocol) && /^\/?\d*$/.test(given.pathname)
  if (understood && isAddress(url) && given.hostname !== '') return given
  throw new E_REDIS_URL(
    'REDIS_URL is not understood; write it as redis://user:password@host:6379/0, with special characters percent-encoded, or leave it out to run alone.'
  )
}
