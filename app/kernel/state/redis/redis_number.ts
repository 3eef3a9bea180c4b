import { Exception } from '@adonisjs/core/exceptions'
import type { RedisClient } from './redis_client.js'

/** It has no such number, or this user may not select it; whatever else fails there, as for too many clients, may pass. */
const REFUSED = /^(NOPERM\b|ERR.*(index|range|integer|SELECT))/i

export class E_REDIS_NUMBER extends Exception {
  static code = 'E_REDIS_NUMBER'
  static status = 500
  readonly remedied = true

  constructor(number: number, refusal: string) {
    super(
      `REDIS_URL names the database ${number}, which this Redis refuses (${refusal}): name one that it has and that the user may select`
    )
  }
}

/**
 * Keeps a connection from going on with database 0, which may be that of another installation, where its own is refused. One
 * that was lost before the answer comes back, or ends, by itself.
 */
export function withNumber<Client extends RedisClient>(client: Client): Client {
  const { select } = client
  const selectOrEnd = (number: number) =>
    select.call(client, number).catch((error: Error) => {
      if (error.name === 'ReplyError') client.disconnect(true)
      throw REFUSED.test(error.message) ? new E_REDIS_NUMBER(number, error.message) : error
    })
  client.select = selectOrEnd as typeof select
  return client
}
