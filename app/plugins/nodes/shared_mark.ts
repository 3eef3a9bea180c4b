import { randomUUID } from 'node:crypto'
import type { StateStore } from '#kernel/state/main'

const KEY = 'nodes:mark'
const DAY_MS = 86_400_000

/**
 * By what nodes know that they share one Redis: a mark in it, given by whoever comes first and kept while anybody looks.
 *
 * @throws E_UNAVAILABLE while it is lost
 */
export async function sharedMark(store: StateStore): Promise<string> {
  const fresh = randomUUID()
  const isFirst = await store.add(KEY, fresh, DAY_MS)
  const mark = isFirst ? fresh : ((await store.get(KEY)) ?? fresh)
  await store.set(KEY, mark, DAY_MS)
  return mark
}
