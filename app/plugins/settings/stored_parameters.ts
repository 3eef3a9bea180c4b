import type { Logger } from '@adonisjs/core/logger'
import db from '@adonisjs/lucid/services/db'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { type ConfigurationReader, type Parameter, Parameters } from '#kernel/parameters/main'
import { type Stamp, VersionedCache, type Versions } from '#kernel/state/main'
import Setting from './models/setting.js'

/** Version key of all settings; bumped after any change of them. */
export const SETTINGS_KEY = 'settings'

type Values = ReadonlyMap<string, unknown>

const KEY = 'values'

/** Values that administrators chose, as this node knows them: read once, and again when somebody changed one. */
export class StoredParameters extends Parameters {
  readonly #cache = new VersionedCache<Values>(1)
  readonly #reported = new Set<string>()
  #loading: { stamp: Stamp; values: Promise<Values> } | null = null

  constructor(
    configuration: ConfigurationReader,
    private readonly versions: Versions,
    private readonly declared: () => readonly Parameter[],
    private readonly logger: Logger
  ) {
    super(configuration)
  }

  protected async changed(client?: QueryClientContract): Promise<Values> {
    const stamp = await this.versions.read([SETTINGS_KEY])
    const known = this.#cache.get(KEY, stamp)
    if (known) return known
    if (client || stamp === null) return this.#read(client)
    if (this.#loading?.stamp !== stamp) this.#loading = { stamp, values: this.#load(stamp) }
    return this.#loading.values
  }

  async #load(stamp: Stamp): Promise<Values> {
    try {
      const values = await this.#read()
      this.#cache.set(KEY, stamp, values)
      return values
    } finally {
      if (this.#loading?.stamp === stamp) this.#loading = null
    }
  }

  async #read(client: QueryClientContract = db.connection()): Promise<Values> {
    const rows = await Setting.query({ client }).select('key', 'value').pojo<StoredSetting>()
    const values = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
    for (const parameter of this.declared()) {
      const value = values.get(parameter.key)
      const expected = value === undefined ? null : parameter.faultOf(value)
      if (expected !== null) this.#report(parameter.key, String(expected))
    }
    return values
  }

  #report(key: string, expected: string): void {
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.logger.warn(
      { setting: key },
      `The stored value of the setting "${key}" is not ${expected}: the default counts until it is set anew`
    )
  }
}

interface StoredSetting {
  key: string
  value: string
}
