import { Env } from '@adonisjs/core/env'
import {
  readSettings,
  type SettingKeys,
  type Settings,
  type SettingValues,
} from './define_settings.js'
import { kernelSettings } from './kernel_settings.js'
import { ensureLocalSecrets } from './local_secrets.js'
import { E_MISSING_SETTING } from './missing_setting.js'
import { assertNoOldRetention, assertRetention, type RetentionKinds } from './retention_days.js'

/** What a plugin manifest declares of its settings. */
export interface Declaring {
  settings?: Settings
  retention?: RetentionKinds
}

type AllOf<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All
) => void
  ? All
  : never

type ValuesOf<Own extends readonly Settings[]> = SettingValues<
  AllOf<Own[number]['keys']> & SettingKeys
>

/**
 * Reads the `.env` files and the environment, and refuses values with which the service must not run. Outside production
 * it makes up secrets that are not set, and has the service listen on the loopback address.
 *
 * @param plugins mounted plugins, whose settings are checked too
 * @param own settings of the application; the result is typed by the kernel's and these
 * @throws E_MISSING_SETTING with a sentence for each key that is wrong
 */
export async function createEnv<const Own extends readonly Settings[] = []>(
  root: URL,
  plugins: readonly Declaring[],
  own?: Own
): Promise<Env<ValuesOf<[...typeof kernelSettings, ...Own]>>> {
  ensureLocalSecrets(root)
  const all: Settings[] = [
    ...kernelSettings,
    ...(own ?? []),
    ...plugins.flatMap(({ settings }) => settings ?? []),
  ]
  const keys = merged(
    'setting',
    all.map((settings) => settings.keys)
  )
  const env = await Env.create(root, validators(keys)).catch(inSentences)
  for (const settings of all) settings.check?.(readSettings(settings), process.env)
  assertKept(keys, plugins)
  // Outside production there may be accounts with a known password.
  if (process.env.NODE_ENV !== 'production') process.env.HOST ||= '127.0.0.1'
  return env as never
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
