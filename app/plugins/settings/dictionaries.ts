import { inject } from '@adonisjs/core'
import { VersionedCache, Versions } from '#kernel/state/main'
import Dictionary, { type DictionaryItem } from './models/dictionary.js'

/** Version key of all dictionaries; bumped after any change of them. */
export const DICTIONARIES_KEY = 'dictionaries'

export interface EnabledDictionary {
  readonly code: string
  readonly name: string
  readonly items: readonly DictionaryItem[]
}

type Enabled = ReadonlyMap<string, EnabledDictionary>

const KEY = 'enabled'

/** The dictionaries that are enabled, as this node knows them: read once, and again when somebody changed one. */
@inject()
export class Dictionaries {
  readonly #cache = new VersionedCache<Promise<Enabled>>(1)

  constructor(private readonly versions: Versions) {}

  /** Those of these codes, in this order; what is not there, or disabled, is left out. */
  async find(codes: readonly string[]): Promise<EnabledDictionary[]> {
    const enabled = await this.#enabled()
    return codes.flatMap((code) => enabled.get(code) ?? [])
  }

  /** Whether the dictionary is enabled and has the value. */
  async has(code: string, value: string): Promise<boolean> {
    const [dictionary] = await this.find([code])
    return dictionary?.items.some((item) => item.value === value) ?? false
  }

  async #enabled(): Promise<Enabled> {
    const stamp = await this.versions.read([DICTIONARIES_KEY])
    const known = this.#cache.get(KEY, stamp)
    if (known) return known
    const loading = load()
    this.#cache.set(KEY, stamp, loading)
    loading.catch(() => this.#cache.delete(KEY))
    return loading
  }
}

async function load(): Promise<Enabled> {
  const rows = await Dictionary.query().where('status', 'enabled').orderBy('code')
  return new Map(rows.map(({ code, name, items }) => [code, { code, name, items }]))
}
