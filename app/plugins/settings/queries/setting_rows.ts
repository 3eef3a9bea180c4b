import app from '@adonisjs/core/services/app'
import { t, type Shaped } from '#kernel/contracts/main'
import { E_NOT_FOUND } from '#kernel/errors/main'
import { labelsOf } from '#kernel/listing/main'
import { type Language, say, translate } from '#kernel/languages/main'
import { PARAMETER_TYPES, type Parameter } from '#kernel/parameters/main'
import { parameterCatalogue, type PluginManifest } from '#kernel/plugins/main'
import { User } from '#plugins/identity/main'
import Setting from '../models/setting.js'

export const valueShape = () => t.anyOf(t.boolean(), t.number(), t.text())

export const settingShape = t.object(
  {
    key: t.text({ examples: ['identity.loginMaxFailures'] }),
    plugin: t.text({ description: 'The plugin that declares it' }),
    title: t.text(),
    description: t.text(),
    type: t.oneOf(PARAMETER_TYPES),
    min: t.optional(t.integer({ description: 'Of an integer' })),
    max: t.optional(t.integer({ description: 'Of an integer' })),
    maxLength: t.optional(t.integer({ description: 'Of a text, in characters' })),
    choices: t.optional(t.array(t.text({ examples: ['everybody'] }))),
    public: t.boolean({ description: 'Whether `GET /app/settings/public` answers it' }),
    value: valueShape(),
    default: valueShape(),
    isDefault: t.boolean({ description: 'false: an administrator chose the value' }),
    updatedAt: t.nullable(t.instant({ description: 'null while the default counts' })),
    updatedBy: t.nullable(t.id()),
    updatedByName: t.nullable(t.text()),
  },
  { title: 'Setting' }
)

type SettingRow = Shaped<typeof settingShape>

/** Every parameter that the mounted plugins declare, with its value. */
export class SettingRows {
  /** @param language of titles and descriptions */
  async all(language: Language): Promise<SettingRow[]> {
    const plugins = app.config.get<readonly PluginManifest[]>('plugins')
    const stored = new Map((await Setting.all()).map((row) => [row.key, row]))
    const people = [...stored.values()].flatMap(({ updatedBy }) => updatedBy ?? [])
    const names = await labelsOf(User, 'nickname', people)
    return parameterCatalogue(plugins).map(({ plugin, parameter }) => {
      const row = stored.get(parameter.key)
      return { plugin, ...declared(parameter, language), ...current(parameter, row, names) }
    })
  }

  /** @throws E_NOT_FOUND */
  async find(key: string, language: Language): Promise<SettingRow> {
    const row = (await this.all(language)).find((one) => one.key === key)
    if (!row) throw new E_NOT_FOUND(say`There is no setting "${key}"`)
    return row
  }
}

function declared(parameter: Parameter, language: Language) {
  const { key, type, limits, isPublic } = parameter
  const title = translate(parameter.title, language)
  const description = translate(parameter.description, language)
  const { choices, ...bounds } = limits
  const values = choices ? { choices: [...choices] } : {}
  return { key, title, description, type, public: isPublic, ...bounds, ...values }
}

function current(
  parameter: Parameter,
  row: Setting | undefined,
  names: ReadonlyMap<number, string>
) {
  const usual = parameter.defaultIn(app.config)
  const isDefault = !row || parameter.faultOf(row.value) !== null
  return {
    value: isDefault ? usual : row.value,
    default: usual,
    isDefault,
    updatedAt: row?.updatedAt.toISO() ?? null,
    updatedBy: row?.updatedBy ?? null,
    updatedByName: row?.updatedBy ? (names.get(row.updatedBy) ?? null) : null,
  }
}
