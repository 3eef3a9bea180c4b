import { Env } from '@adonisjs/core/env'
import {
  readSettings,
  type SettingKeys,
  type Settings,
  type SettingValues,
} from './define_settings.js'
import { E_MISSING_SETTING } from './missing_setting.js'
import { assertNoOldRetention, assertRetention, type RetentionKinds } from './retention_days.js'

/** What a plugin manifest declares of its settings. */
export interface Declaring {
  settings?: Settings
  retention?: RetentionKinds
}

type Together<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All
) => void
  ? All
  : never

type ValuesOf<Own extends readonly Settings[]> = SettingValues<
  Together<Own[number]['keys']> & SettingKeys
>

/**
 * Reads the `.env` files and the environment, and refuses values with which the service must not run.
 *
 * @param own the application's settings, which `get` of the result is typed by
 * @param plugins mounted plugins, whose own are checked with them
 * @throws E_MISSING_SETTING with a sentence for each key that is wrong
 */
export async function createEnv<const Own extends readonly Settings[]>(
  root: URL,
  own: Own,
  plugins: readonly Declaring[]
): Promise<Env<ValuesOf<Own>>> {
  const all = [...own, ...plugins.flatMap(({ settings }) => settings ?? [])]
  const keys = merged(
    'setting',
    all.map((settings) => settings.keys)
  )
  const env = await Env.create(root, validators(keys)).catch(inSentences)
  for (const settings of all) settings.check?.(readSettings(settings), process.env)
  assertKept(keys, plugins)
  return env as Env<ValuesOf<Own>>
}

function assertKept(keys: SettingKeys, plugins: readonly Declaring[]) {
  const kinds = merged(
    'kind of retention',
    plugins.map(({ retention = {} }) => retention)
  )
  assertNoOldRetention(kinds, keys)
  assertRetention(kinds)
}

function merged<Value>(
  what: string,
  parts: readonly Readonly<Record<string, Value>>[]
): Record<string, Value> {
  const all: Record<string, Value> = {}
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(all, name))
      throw new E_MISSING_SETTING(
        `The ${what} ${name} is declared twice; see the settings of the plugins in config/plugins.ts`
      )
    all[name] = value
  }
  return all
}

function validators(keys: SettingKeys) {
  const entries = Object.entries(keys).map(([key, setting]) => [
    key,
    (name: string, text?: string) => setting.read(name, text),
  ])
  return Object.fromEntries(entries) as Record<string, (key: string, text?: string) => unknown>
}

/** The framework lists what is wrong in `help`. */
function inSentences(error: unknown): never {
  if (error instanceof Error && 'help' in error && 'code' in error) {
    if (error.code === 'E_INVALID_ENV_VARIABLES')
      throw new E_MISSING_SETTING(String(error.help).replace(/^- /gm, ''))
  }
  throw error
}
