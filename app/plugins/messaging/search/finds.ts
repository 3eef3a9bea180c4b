import type { StoredMessage } from '../writing/stored_message.js'
import { excerptOf, Finder, type Excerpt } from './excerpt.js'
import { asWritten } from './search_condition.js'
import { searchedTexts } from './searched_texts.js'

/** Judges what a database found within JSON: whether it is in what is read, and where. */
export class Finds {
  readonly #word: Finder | null
  readonly #written: Finder | null

  constructor(keyword: string | undefined) {
    this.#word = keyword === undefined ? null : new Finder(keyword)
    this.#written = keyword === undefined ? null : new Finder(asWritten(keyword))
  }

  /** `null` for what is no hit. */
  excerpt({ contentType, content, recalledAt }: StoredMessage): Excerpt | null {
    if (recalledAt !== null) return null
    const texts = searchedTexts(contentType, content)
    if (!this.#word) return excerptOf(texts[0] ?? '', null)

    for (const text of texts) {
      const place = this.#word.find(text)
      if (place) return excerptOf(text, place)
    }
    return this.#isOfJson(content) ? null : excerptOf(texts[0] ?? '', null)
  }

  /** Found among what holds the texts together. Otherwise the database knows more of a language than is known here. */
  #isOfJson(content: string): boolean {
    return this.#written!.find(content) !== null
  }
}
