import { randomUUID } from 'node:crypto'
import type { ScriptedClient } from './redis_client.js'
import { isRefusal, RefusedNeeds } from './redis_refusal.js'

export type Need = () => Promise<unknown>

/** Beyond what is tried in a second. */
const PER_SECOND = 1_000

/** Where messages go: Redis keeps channels of all its databases in one space, so their names carry the database’s number. */
export function channelSpace(prefix: string, { options }: ScriptedClient): string {
  return `${prefix}${options.db ?? 0}:`
}

/**
 * Tries what requests and messages need: a script that writes, over keys that lie apart in a cluster, and to publish.
 *
 * @throws what was refused, all of it in one; or why nothing was answered
 */
export async function tryNeeds(
  client: ScriptedClient,
  prefix: string,
  more: readonly Need[]
): Promise<void> {
  const keys = [`${prefix}rate:tried`, `${prefix}generation`]
  const tried = await Promise.allSettled([
    client.chanceryEnter(keys.length, ...keys, PER_SECOND, randomUUID()),
    client.publish(`${channelSpace(prefix, client)}tried`, ''),
    ...more.map((need) => need()),
  ])
  const faults = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  const silence = faults.find((fault) => !isRefusal(fault))
  if (silence) throw silence
  if (faults.length > 0) throw new RefusedNeeds(faults)
}
