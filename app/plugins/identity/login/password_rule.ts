import { normalized } from '#kernel/contracts/main'
import { say, type Text } from '#kernel/languages/main'
import { COMMON_WORDS, KEY_RUNS, reversed } from './common_words.js'

export const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 200

/** Longest parts of a password and a name that are checked: NFKC may make eighteen letters of one. */
const FOLDED_PASSWORD = 256
const FOLDED_NAME = 254

/** Characters that must remain without what is guessed first. */
const FEWEST_OWN = 4
const RUN = 3
const SHORTEST_WORD = 3
const YEARS_AND_REPETITIONS = /(?:19|20)\d\d|(.{1,4})\1{2,}/gsu

const ANY_COMMON_WORD = anyOf(COMMON_WORDS)

const SIGNS_FOR_LETTERS: Readonly<Record<string, string>> = {
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
 * @param context names and e-mail address of its user
 */
export function weaknessOf(password: string, context: readonly string[] = []): Text | null {
  const text = folded(password)
  if (Math.min([...password].length, [...text].length) < SHORTEST_PASSWORD)
    return say`A password has at least ${SHORTEST_PASSWORD} characters`

  return ownSigns(text.slice(0, FOLDED_PASSWORD), context.flatMap(wordsOf)) < FEWEST_OWN
    ? say`This password is guessed early: take one that is more than common words, names, runs of keys and years`
    : null
}

/** How many characters of a text are not part of a word, however it is spelt, a year, a run or a repetition. */
function ownSigns(text: string, names: readonly string[]): number {
  const spelt = [...text].map((sign) => SIGNS_FOR_LETTERS[sign] ?? sign).join('')
  const words = names.length > 0 ? [ANY_COMMON_WORD, anyOf(names)] : [ANY_COMMON_WORD]
  const isGuessed = new Uint8Array(text.length)
  const guess = (places: Iterable<RegExpExecArray>) => {
    for (const { index, 0: found } of places) isGuessed.fill(1, index, index + found.length)
  }
  for (const word of words) for (const way of [text, spelt]) guess(way.matchAll(word))
  guess(text.matchAll(YEARS_AND_REPETITIONS))
  for (let at = 0; at < text.length; at++)
    if (KEY_RUNS.has(text.slice(at, at + RUN))) isGuessed.fill(1, at, at + RUN)
  return isGuessed.filter((guessed) => guessed === 0).length
}

/** Finds the longest of them first. */
function anyOf(words: readonly string[]): RegExp {
  const longestFirst = [...new Set(words)].sort((one, other) => other.length - one.length)
  return new RegExp(longestFirst.map(RegExp.escape).join('|'), 'g')
}

/** A name whole, in parts and without separators, each forwards and backwards. */
function wordsOf(name: string): string[] {
  const whole = folded(name).slice(0, FOLDED_NAME)
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  const words = [whole, parts.join(''), ...parts].filter((word) => word.length >= SHORTEST_WORD)
  return words.flatMap((word) => [word, reversed(word)])
}

function folded(text: string): string {
  return normalized(text, 'NFKC').toLowerCase()
}
