import { normalized } from './normalized.js'

/**
 * What nobody sees, or what steers a terminal, a line or the direction of writing. Joiners and variation selectors are not among
 * it; flags of regions are spelt with such characters and are found first, to be kept.
 */
const UNSEEN =
  /(\u{1f3f4}[\u{e0030}-\u{e007a}]{2,6}\u{e007f})|[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb[\p{Default_Ignorable_Code_Point}--[\p{Variation_Selector}\u200c\u200d]]]/gv

/** Beyond a sequence a joiner joins nothing, and there is nothing for a selector to vary. */
const SEQUENCED = '\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{e007f}'
const STRAY = new RegExp(
  `(?<![${SEQUENCED}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${SEQUENCED}])|(?<![^\\s.\\p{Variation_Selector}])\\p{Variation_Selector}`,
  'gu'
)

/** Beside spaces and dots, that which looks like a space. */
const SEEN = /[^\s.\u2800\u{16fe4}\u{1d159}]/u

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

interface Bounds {
  /** Of UTF-8. */
  bytes: number
  /** In UTF-16. */
  length?: number
}

/**
 * What is shown of a name that somebody gives to a file or a document: one line without hidden characters, cut where it is too
 * long, and empty where there is nothing to see.
 */
export function shownName(given: string, bounds: Bounds): string {
  const seen = given.toWellFormed().replace(UNSEEN, '$1')
  const name = trimmed(normalized(seen, 'NFC'))
  return SEEN.test(name) ? trimmed(shortened(name, bounds)) : ''
}

function trimmed(name: string): string {
  return name.replace(STRAY, '').trim()
}

/** Two more than fit are looked at, so that the end of the last one is seen. */
function shortened(name: string, { bytes, length = bytes }: Bounds): string {
  if (Buffer.byteLength(name) <= bytes && name.length <= length) return name
  let end = 0
  for (const { segment, index } of graphemes.segment(name.slice(0, length + 2))) {
    const next = index + segment.length
    if (next > length || Buffer.byteLength(name.slice(0, next)) > bytes) break
    end = next
  }
  return name.slice(0, end) || firstCharacters(name, Math.min(bytes, length))
}

/** Of a single letter that has more marks than fit. */
function firstCharacters(name: string, bytes: number): string {
  return new TextDecoder().decode(Buffer.from(name).subarray(0, bytes), { stream: true })
}
