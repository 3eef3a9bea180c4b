import { nextTick, ref, type Ref } from 'vue'
import { conversations, refresh, type Conversation } from '../../live/conversations'
import type { Scroller } from './scroller'
import type { Thread } from './thread'

interface Options {
  id: number
  known: Readonly<Ref<Conversation | undefined>>
  thread: Thread
  scroller: Scroller
}

/** Opens a conversation at the right place, and jumps within it. */
export function useOpening({ id, known, thread, scroller }: Options) {
  const fault = ref<unknown>(null)
  const isAsked = ref(false)
  /** `seq` after which messages are new. */
  const newAfter = ref<number | null>(null)
  const sought = ref<number | null>(null)

  /** Opens at a message, else at the first unread one, else at the end. */
  async function open(seq: number | null = null) {
    fault.value = null
    try {
      if (!conversations.has(id)) await refresh([id])
    } catch (error) {
      fault.value = error
      return
    }
    isAsked.value = true
    if (!known.value) return
    const { unread, readSeq } = known.value
    newAfter.value = unread > 0 ? readSeq : null
    if (seq !== null) return jump(seq)
    if (newAfter.value === null) return toEnd()
    if (await thread.loadAround(readSeq)) await toFirstAfter(readSeq)
  }

  async function toFirstAfter(readSeq: number) {
    await nextTick()
    const first = thread.lines.value.find(({ seq }) => seq > readSeq)
    if (first) scroller.toSeq(first.seq)
    else scroller.placeAtEnd()
    scroller.onScroll()
  }

  async function toEnd() {
    const isThere = thread.lines.value.length > 0 && !thread.hasAfter.value
    if (!isThere && !(await thread.loadEnd())) return
    await nextTick()
    scroller.placeAtEnd()
    scroller.onScroll()
  }

  async function jump(seq: number) {
    const isThere = thread.lines.value.some((line) => line.seq === seq)
    if (!isThere && !(await thread.loadAround(seq))) return
    sought.value = seq
    await nextTick()
    scroller.toSeq(seq)
    scroller.onScroll()
  }

  /** Loads the lines again and keeps the place. */
  async function reload() {
    const seq = scroller.firstSeen()
    if (scroller.isAtEnd.value || seq === null) {
      if (await thread.loadEnd()) await toEnd()
    } else if (await thread.loadAround(seq)) await nextTick(() => scroller.toSeq(seq, 'start'))
  }

  /** Repeats what failed. */
  function again() {
    if (thread.lines.value.length === 0) return open()
    thread.fault.value = null
    scroller.onScroll()
  }

  return { fault, isAsked, newAfter, sought, open, toEnd, jump, reload, again }
}
