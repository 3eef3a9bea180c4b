import type { AsyncDescription } from './async_description.js'
import { describedChannels } from '#kernel/http/main'
import { served, textOf, type Format, type Served } from './served_descriptions.js'

/** In the place of what clients choose: to write a description anew for each of them would be dear. */
const SOMEBODY = 'somebody.invalid'
const SOMEWHERE = '/.somewhere.'

/** The bytes of the channels' description, written once for each format. */
export class ServedAsyncDescriptions {
  readonly #written = new Map<string, string>()

  constructor(private readonly description: AsyncDescription) {}

  async get(format: Format, host: string, prefix: string): Promise<Served> {
    const text = await this.#text(format, prefix === '' ? '' : SOMEWHERE)
    return served(text.replaceAll(SOMEBODY, host).replaceAll(SOMEWHERE, prefix))
  }

  /** Channels were mounted or taken out. */
  forget(): void {
    this.#written.clear()
  }

  async #text(format: Format, prefix: string): Promise<string> {
    const key = `${format} ${prefix}`
    const known = this.#written.get(key)
    if (known !== undefined) return known

    const document = this.description.document(describedChannels(), SOMEBODY, prefix)
    const text = await textOf(document, format)
    this.#written.set(key, text)
    return text
  }
}
