import { computed, onScopeDispose, shallowReactive } from 'vue'
import { changedLine, isChange, type Line } from '../../live/lines'
import { onLive } from '../../live/live'
import type { Thread } from './thread'

/** Finds messages that are quoted, also those that are not loaded. */
export function useQuotes({ lines, read }: Thread) {
  const bySeq = computed(() => new Map(lines.value.map((line) => [line.seq, line])))
  const others = shallowReactive(new Map<number, Line | null>())
  const asked = new Set<number>()

  async function ask(seq: number) {
    asked.add(seq)
    try {
      const { items } = await read({ aroundSeq: seq, limit: 1 })
      others.set(seq, items.find((line) => line.seq === seq) ?? null)
    } catch {
      others.set(seq, null)
    }
  }

  const stop = onLive('entry', (entry) => {
    if (!isChange(entry) && entry.kind !== 'erased') return
    for (const [seq, line] of others)
      if (line?.conversationId === entry.conversationId) others.set(seq, changedLine(line, entry))
  })
  onScopeDispose(stop)

  return (seq: number): Line | null | undefined => {
    const known = bySeq.value.get(seq) ?? others.get(seq)
    if (known === undefined && !asked.has(seq)) void ask(seq)
    return known
  }
}
