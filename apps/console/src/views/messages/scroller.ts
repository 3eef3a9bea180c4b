import { onBeforeUnmount, ref, watch, type Ref } from 'vue'

/** Distance from an edge, in pixels, at which more lines are loaded. */
const NEAR = 800
const AT_END = 40

interface Options {
  /** The lines that are shown. Their elements have `data-seq`. */
  lines: Readonly<Ref<readonly { seq: number }[]>>
  hasAfter: Readonly<Ref<boolean>>
  nearStart: () => void
  nearEnd: () => void
  /** Called with the last `seq` that is visible. */
  seen: (seq: number) => void
}

export type Scroller = ReturnType<typeof useScroller>

/** Keeps the visible rows in place when rows are added or removed, and stays at the end while the end is shown. */
export function useScroller(
  element: Readonly<Ref<HTMLElement | null>>,
  { lines, hasAfter, nearStart, nearEnd, seen }: Options
) {
  const isAtEnd = ref(true)
  let anchor: { seq: string; top: number } | null = null
  let scrollTop = 0
  let isPlaced = false

  const rows = () => [...(element.value?.querySelectorAll<HTMLElement>('[data-seq]') ?? [])]
  const rowOf = (seq: number | string) =>
    element.value?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)

  function toEnd() {
    const scroller = element.value
    if (scroller) scroller.scrollTop = scroller.scrollHeight
  }

  /** @returns whether the row exists */
  function toSeq(seq: number, block: ScrollLogicalPosition = 'center'): boolean {
    const row = rowOf(seq)
    isPlaced = true
    isAtEnd.value = false
    row?.scrollIntoView({ block })
    return row !== null && row !== undefined
  }

  function placeAtEnd() {
    isPlaced = true
    isAtEnd.value = true
    toEnd()
  }

  function onScroll() {
    const scroller = element.value
    if (!scroller || scroller.clientHeight === 0 || !isPlaced) return
    scrollTop = scroller.scrollTop
    const below = scroller.scrollHeight - scrollTop - scroller.clientHeight
    isAtEnd.value = below < AT_END && !hasAfter.value
    if (scrollTop < NEAR) nearStart()
    if (below < NEAR) nearEnd()
    see(scroller)
  }

  function see(scroller: HTMLElement) {
    const { bottom } = scroller.getBoundingClientRect()
    const last = rows().findLast((row) => row.getBoundingClientRect().top < bottom - AT_END / 2)
    if (last) seen(Number(last.dataset.seq))
  }

  function firstRow() {
    const top = element.value?.getBoundingClientRect().top ?? 0
    return rows().find((one) => one.getBoundingClientRect().bottom > top)
  }

  function firstSeen(): number | null {
    const row = firstRow()
    return row ? Number(row.dataset.seq) : null
  }

  /** Remembers the first visible row and its position. */
  function remember() {
    const row = firstRow()
    anchor = row ? { seq: row.dataset.seq!, top: row.getBoundingClientRect().top } : null
  }

  function restore() {
    if (!isPlaced) return
    if (isAtEnd.value && !hasAfter.value) toEnd()
    const row = anchor && !isAtEnd.value ? rowOf(anchor.seq) : null
    if (row && element.value)
      element.value.scrollTop += row.getBoundingClientRect().top - anchor!.top
    onScroll()
  }

  watch(lines, remember, { flush: 'pre' })
  watch(lines, restore, { flush: 'post' })

  /** The height changes when pictures load and when the composer grows. */
  const observer = new ResizeObserver(() => {
    if (isPlaced && isAtEnd.value) toEnd()
  })
  watch(
    element,
    (scroller) => {
      observer.disconnect()
      for (const one of scroller ? [scroller, ...scroller.children] : []) observer.observe(one)
    },
    { flush: 'post' }
  )
  onBeforeUnmount(() => observer.disconnect())

  /** Restores the position, which is lost while another page is shown. */
  function resume() {
    if (!isPlaced || !element.value) return
    if (isAtEnd.value) toEnd()
    else element.value.scrollTop = scrollTop
    onScroll()
  }

  return { isAtEnd, onScroll, resume, toSeq, placeAtEnd, firstSeen }
}
