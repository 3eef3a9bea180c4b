import { normalized } from '#kernel/contracts/main'
import { COMMON_WORDS, reversed, RUNS } from './common_words.js'

export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 200

/**
 * What is looked through of a password and of a name, as they are folded, where one letter may become eighteen; and so many
 * different words of all the names together. A longer password has more of its own in any case.
 */
const FOLDED_PASSWORD = 256
const FOLDED_NAME = 254
const MOST_WORDS = 100

/** So many characters must be left once what is guessed first is taken away. */
const FEWEST_OWN = 4
const SHORTEST_RUN = 3
const SHORTEST_WORD = 3
const YEARS_AND_REPETITIONS = /(?:19|20)\d\d|(.{1,4})\1{2,}/gsu

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  '$': 's',
  '!': 'i',
}

/**
 * Why a password is too weak, for whoever sets it; `null` where it is not.
 *
 * @param context names and the like of whose it will be
 */
export function weaknessOf(password: string, context: readonly string[] = []): string | null {
  if ([...password].length < SHORTEST_PASSWORD)
    return `A password has at least ${SHORTEST_PASSWORD} characters`

  const words = [...new Set(context.flatMap(wordsOf))].slice(0, MOST_WORDS)
  const text = folded(password).slice(0, FOLDED_PASSWORD)
  return ownSigns(text, [...words, ...COMMON_WORDS]) < FEWEST_OWN
    ? 'This password is guessed early: take one that is more than common words, names, runs of keys and years'
    : null
}

/** How many characters are left of a text without words, however they are spelt, years, runs and repetitions. */
function ownSigns(text: string, words: readonly string[]): number {
  const spelt = [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('')
  const isGuessed = new Uint8Array(text.length)
  const mark = (from: number, to: number) => void isGuessed.fill(1, from, to)
  for (const word of words)
    for (const way of [text, spelt]) for (const [from, to] of placesOf(word, way)) mark(from, to)
  for (const { index, 0: found } of text.matchAll(YEARS_AND_REPETITIONS))
    mark(index, index + found.length)
  for (let at = 0; at < text.length; at++) mark(at, at + runAt(text, at))
  return isGuessed.filter((guessed) => guessed === 0).length
}

/** Wherever a word stands, from where to where, without what the one before holds already. */
function* placesOf(word: string, text: string): Generator<[number, number]> {
  let marked = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    yield [Math.max(at, marked), at + word.length]
    marked = at + word.length
  }
}

/** How long the run of keys is that begins here; 0 for none. */
function runAt(text: string, at: number): number {
  let length = 0
  while (at + length < text.length && isRun(text.slice(at, at + length + 1))) length += 1
  return length >= SHORTEST_RUN ? length : 0
}

function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text))
}

/** A name as it is, by its parts and without what parts them, forwards and backwards. */
function wordsOf(name: string): string[] {
  const whole = folded(name).slice(0, FOLDED_NAME)
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  const words = [whole, parts.join(''), ...parts].filter((word) => word.length >= SHORTEST_WORD)
  return words.flatMap((word) => [word, reversed(word)])
}

function folded(text: string): string {
  return normalized(text, 'NFKC').toLowerCase()
}
