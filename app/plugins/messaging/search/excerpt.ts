import { normalized } from '#kernel/contracts/main'

/** Part of a text, and where in it the word is that was looked for. */
export interface Excerpt {
  readonly text: string
  /** In UTF-16 units; `null` where nothing was looked for, or where only the database knows. */
  readonly hit: { readonly from: number; readonly to: number } | null
}

interface Place {
  readonly text: string
  readonly from: number
  readonly to: number
}

const BEFORE = 40
const AFTER = 120
const LEFT_OUT = '…'
const MARK = /\p{M}/u

/**
 * Finds a word where a database found it: in capitals or not, and with accents or without. Which of them a database tells apart is its
 * own matter, so the word as it is written goes before all others.
 */
export class Finder {
  readonly #word: string
  readonly #bare: string

  constructor(word: string) {
    this.#word = word.toLowerCase()
    this.#bare = bareOf(normalized(word, 'NFKD'))
  }

  find(text: string): Place | null {
    const from = text.toLowerCase().indexOf(this.#word)
    const to = from + this.#word.length
    if (from >= 0 && text.slice(from, to).toLowerCase() === this.#word) return { text, from, to }
    return this.#bare === '' ? null : this.#findBare(normalized(text, 'NFKD'))
  }

  #findBare(text: string): Place | null {
    const at = bareOf(text).indexOf(this.#bare)
    if (at < 0) return null
    return { text, from: unitsTo(text, at), to: unitsTo(text, at + this.#bare.length) }
  }
}

/** Without accents and capitals, of a text in which accents stand apart. */
function bareOf(apart: string): string {
  return apart.replace(/\p{M}/gu, '').toLowerCase()
}

/** How many units of the text stand before so many of those that are left without marks. */
function unitsTo(apart: string, bare: number): number {
  let [units, left] = [0, bare]
  for (const character of apart) {
    const isMark = MARK.test(character)
    if (!isMark && left <= 0) break
    if (!isMark) left -= character.length
    units += character.length
  }
  return units
}

/** What lies around the place; without one, the beginning. */
export function excerptOf(whole: string, place: Place | null): Excerpt {
  if (!place) return { text: shown(whole, 0, BEFORE + AFTER), hit: null }

  const { text, from, to } = place
  const before = normalized(text.slice(startOf(text, from - BEFORE), from), 'NFC')
  const word = normalized(text.slice(from, to), 'NFC')
  const after = shown(text, to, to + AFTER)
  const begin = from > BEFORE ? LEFT_OUT + before : before
  return {
    text: begin + word + after,
    hit: { from: begin.length, to: begin.length + word.length },
  }
}

function shown(text: string, from: number, to: number): string {
  const end = startOf(text, to)
  return normalized(text.slice(from, end), 'NFC') + (end < text.length ? LEFT_OUT : '')
}

/** Where the character begins that stands there, with the marks that belong to it. */
function startOf(text: string, at: number): number {
  let start = Math.max(0, Math.min(at, text.length))
  while (start > 0 && start < text.length && GOES_ON.test(text.slice(start - 1, start + 2)))
    start -= 1
  return start
}

/** One unit, and then what belongs to it: the other half of a pair, or a mark. */
const GOES_ON = /^(?:[\ud800-\udbff][\udc00-\udfff]|[^]\p{M})/u
