import { normalized } from '#kernel/contracts/main'

/** Part of a text, and where in it the keyword is. */
export interface Excerpt {
  readonly text: string
  /** In UTF-16 units; `null` without a keyword, and where only the folded texts are the same. */
  readonly hit: { readonly from: number; readonly to: number } | null
}

const BEFORE = 40
const AFTER = 120
const LEFT_OUT = '…'

/** What lies around a keyword, in capitals or not; without one, the beginning. */
export function excerptOf(whole: string, keyword?: string): Excerpt {
  const text = normalized(whole, 'NFC')
  const from = keyword === undefined ? -1 : placeOf(text, normalized(keyword, 'NFC'))
  if (from < 0) return { text: endingAt(text, 0, BEFORE + AFTER), hit: null }

  const to = from + normalized(keyword!, 'NFC').length
  const start = startOfCharacter(text, Math.max(0, from - BEFORE))
  const before = (start > 0 ? LEFT_OUT : '') + text.slice(start, from)
  const hit = { from: before.length, to: before.length + to - from }
  return { text: before + endingAt(text, from, to + AFTER), hit }
}

/** -1 where capitals change the length of the text: places would not be the same. */
function placeOf(text: string, keyword: string): number {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower.indexOf(keyword.toLowerCase()) : -1
}

function endingAt(text: string, from: number, to: number): string {
  const end = startOfCharacter(text, to)
  return text.slice(from, end) + (end < text.length ? LEFT_OUT : '')
}

/** Where the character begins that stands there, with the marks that belong to it. */
function startOfCharacter(text: string, at: number): number {
  let start = Math.min(at, text.length)
  while (start > 0 && start < text.length && isContinued(text, start)) start -= 1
  return start
}

/** Whether the other half of a pair stands there, or a mark. */
function isContinued(text: string, at: number): boolean {
  return /^[\udc00-\udfff]/.test(text[at]!) || /^\p{M}/u.test(text.slice(at, at + 2))
}
