import { onScopeDispose, ref, shallowReactive, shallowRef } from 'vue'
import { messagingMessagesIndex } from '@chancery/http-client'
import type { Entry, LaterChange } from '@chancery/messaging-client'
import { changedLine, isChange, type Line } from '../../live/lines'
import { messaging, onLive } from '../../live/live'
import { chancery } from '../../service'

const PAGE = 50
/** Limit of loaded lines. The farthest ones are dropped, and loaded again when needed. */
const MOST_LINES = 300
/** Limit of lines that are kept to be merged into answers of the service. */
const MOST_FRESH = 200

type Place = { beforeSeq: number } | { afterSeq: number } | { aroundSeq: number } | object

/** By `seq`. */
type OwnReactions = Record<string, string[]>

export type Thread = ReturnType<typeof useThread>

/**
 * Loaded lines of a conversation, in order, kept up to date.
 *
 * @param isAtEnd whether the end is visible
 */
export function useThread(conversationId: number, userId: number, isAtEnd: () => boolean) {
  const lines = shallowRef<readonly Line[]>([])
  const hasBefore = ref(false)
  const hasAfter = ref(false)
  const isLoading = ref(false)
  const fault = ref<unknown>(null)
  /** The user's own reactions by `seq`. */
  const ownReactions = shallowReactive(new Map<number, readonly string[]>())
  let fresh: Line[] = []
  let lastSeq = 0
  let generation = 0
  let isLoaded = false

  const read = (query: object) =>
    chancery.call(messagingMessagesIndex, { path: { id: conversationId }, query })

  /** Loads a page and merges it. Resolves to whether that succeeded. */
  async function load(place: Place, merge: (page: readonly Line[]) => readonly Line[]) {
    const mine = ++generation
    isLoading.value = true
    fault.value = null
    try {
      const answer = await read({ ...place, limit: PAGE })
      if (mine !== generation) return false
      for (const [seq, own] of Object.entries(answer.ownReactions as OwnReactions))
        ownReactions.set(Number(seq), own)
      const later = messaging().changesAfter(conversationId, answer.asOf)
      const merged = merge(later.reduce(applied, answer.items))
      lastSeq = Math.max(lastSeq, answer.asOf)
      const isBefore = 'beforeSeq' in place
      if (!isBefore) hasAfter.value = answer.hasAfter
      if (!('afterSeq' in place)) hasBefore.value = answer.hasBefore
      lines.value = kept(withFresh(merged, answer.asOf), isBefore)
      isLoaded = true
      return true
    } catch (error) {
      if (mine === generation) fault.value = error
      return false
    } finally {
      if (mine === generation) isLoading.value = false
    }
  }

  /** Adds the lines that came while the answer was on its way. */
  function withFresh(merged: readonly Line[], asOf: number) {
    if (hasAfter.value) return merged
    const known = merged.at(-1)?.seq ?? 0
    return [...merged, ...fresh.filter(({ seq }) => seq > asOf && seq > known)]
  }

  function kept(all: readonly Line[], isBefore: boolean): readonly Line[] {
    if (all.length <= MOST_LINES) return all
    if (isBefore) {
      hasAfter.value = true
      return all.slice(0, MOST_LINES)
    }
    hasBefore.value = true
    return all.slice(-MOST_LINES)
  }

  const loadAround = (seq: number) => load({ aroundSeq: seq }, (page) => page)
  const loadEnd = () => load({}, (page) => page)
  const loadBefore = () => {
    const first = lines.value[0]
    if (!first || !hasBefore.value || isLoading.value) return
    void load({ beforeSeq: first.seq }, (page) => [...page, ...lines.value])
  }
  const loadAfter = () => {
    const last = lines.value.at(-1)
    if (!last || !hasAfter.value || isLoading.value) return
    void load({ afterSeq: last.seq }, (page) => [...lines.value, ...page])
  }

  function take(entry: Entry) {
    if (entry.conversationId !== conversationId) return
    lastSeq = Math.max(lastSeq, entry.seq)
    if (isChange(entry) || entry.kind === 'erased') change(entry)
    if (!isChange(entry)) append(entry as Line)
    if (entry.kind === 'reaction' && entry.actorId === userId) void readOwn(entry.targetSeq)
  }

  function change(entry: LaterChange) {
    lines.value = applied(lines.value, entry)
    fresh = [...applied(fresh, entry)]
  }

  function append(line: Line) {
    fresh = [...fresh, line].slice(-MOST_FRESH)
    // An answer may have brought it already.
    const isKnown = line.seq <= (lines.value.at(-1)?.seq ?? 0)
    if (hasAfter.value || !isLoaded || isKnown) return
    lines.value = kept([...lines.value, line], !isAtEnd())
  }

  /** Events have counts only, so the user's own reactions are loaded. */
  async function readOwn(seq: number) {
    const answer = await read({ aroundSeq: seq, limit: 1 }).catch(() => null)
    if (answer) ownReactions.set(seq, (answer.ownReactions as OwnReactions)[seq] ?? [])
  }

  const stop = onLive('entry', take)
  onScopeDispose(stop)

  return {
    ...{ lines, hasBefore, hasAfter, isLoading, fault, ownReactions },
    ...{ loadAround, loadEnd, loadBefore, loadAfter, read },
    /** The last `seq` that is known of the conversation. */
    lastSeq: () => lastSeq,
  }
}

const applied = (lines: readonly Line[], change: LaterChange): readonly Line[] =>
  lines.map((line) => changedLine(line, change))
