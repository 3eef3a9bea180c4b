import { normalized } from '#kernel/texts/normalized'
import { COMMON_WORDS, reversed, RUNS } from './common_words.js'

export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 200

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

  const words = [...context.flatMap(wordsOf), ...COMMON_WORDS]
  return ownSigns(folded(password), words) < FEWEST_OWN
    ? 'This password is guessed early: take one that is more than common words, names, runs of keys and years'
    : null
}

/** How many characters are left of a text without words, however they are spelt, years, runs and repetitions. */
function ownSigns(text: string, words: readonly string[]): number {
  const spelt = [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('')
  const guessed = new Set<number>()
  const mark = (from: number, length: number) => {
    for (let at = from; at < from + length; at++) guessed.add(at)
  }
  for (const word of words)
    for (const way of [text, spelt])
      for (let at = way.indexOf(word); at >= 0; at = way.indexOf(word, at + 1))
        mark(at, word.length)
  for (const found of text.matchAll(YEARS_AND_REPETITIONS)) mark(found.index, found[0].length)
  for (let at = 0; at < text.length; at++) mark(at, runAt(text, at))
  return text.length - guessed.size
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
  const whole = folded(name)
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  const words = [whole, parts.join(''), ...parts].filter((word) => word.length >= SHORTEST_WORD)
  return words.flatMap((word) => [word, reversed(word)])
}

function folded(text: string): string {
  return normalized(text, 'NFKC').toLowerCase()
}
