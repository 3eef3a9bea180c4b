import { setTimeout } from 'node:timers/promises'
import { RedisTransport } from '@boringnode/bus/transports/redis'
import type { RedisClient } from './redis_client.js'
import { endConnection } from './redis_link.js'

const TRY_AGAIN_MS = 1_000

/** What is published meanwhile waits until Redis is back. */
const SETTINGS = {
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  commandTimeout: undefined,
  socketTimeout: 10_000,
}

/**
 * The Redis transport of `@adonisjs/transmit`, for a Redis that may be lost or refuse to listen: neither ends the process,
 * and both are tried again. `RedisLink` logs the loss.
 */
export class LastingRedisTransport extends RedisTransport {
  readonly #connections: RedisClient[]

  /** @param client whose settings its own two connections get */
  constructor(client: RedisClient) {
    const connections: RedisClient[] = []
    super(templateOf(client, connections))
    this.#connections = connections
  }

  override async disconnect(): Promise<void> {
    await Promise.all(this.#connections.map(endConnection))
  }
}

/** Never connects itself; `RedisTransport` duplicates what it is given. */
function templateOf(client: RedisClient, made: RedisClient[]): RedisClient {
  const template = client.duplicate({ lazyConnect: true })
  template.duplicate = () => {
    const connection = insisting(client.duplicate(SETTINGS))
    connection.on('error', () => {})
    made.push(connection)
    return connection
  }
  return template
}

/** A subscription that is refused, at first or after a loss, is asked for again. */
function insisting(client: RedisClient): RedisClient {
  const subscribe = client.subscribe.bind(client)
  const insist = async (...channels: string[]) => {
    while (client.status !== 'end') {
      try {
        return await subscribe(...channels)
      } catch {
        await setTimeout(TRY_AGAIN_MS, undefined, { ref: false })
      }
    }
    return 0
  }
  client.subscribe = insist as typeof client.subscribe
  return client
}
