import { Exception } from '@adonisjs/core/exceptions'
import { isAddress } from '#kernel/settings/main'

export class E_REDIS_URL extends Exception {
  static code = 'E_REDIS_URL'
  static status = 500
  readonly remedied = true
}

/**
 * How Redis is connected to: without end, but a command waits two seconds at most, and none waits while Redis is lost. A
 * command whose reply was lost is not sent again: it may have run.
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
    retryStrategy: () => 500,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    // The operating system finds out that the other side is gone where only messages are awaited.
    keepAlive: 10_000,
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
