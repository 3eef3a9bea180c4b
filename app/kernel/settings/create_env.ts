import { Env, EnvProcessor } from '@adonisjs/core/env'
import {
  readSettings,
  type SettingKeys,
  type Settings,
  type SettingValues,
} from './define_settings.js'
import { kernelSettings } from './kernel_settings.js'
import { ensureLocalSecrets } from './local_secrets.js'
import { E_MISSING_SETTING } from './missing_setting.js'
import { readSecretFiles } from './secret_files.js'
import { assertNoOldRetention, assertRetention, type RetentionKinds } from './retention_days.js'

/** What a plugin manifest declares of its settings. */
export interface Declaring {
  name?: string
  settings?: Settings
  retention?: RetentionKinds
}

/** Who declares it, in words. */
type Owned<Part> = readonly [owner: string, part: Part]

type AllOf<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All
) => void
  ? All
  : never

type KernelKeys = AllOf<(typeof kernelSettings)[number]['keys']>

type KernelValues = KernelKeys extends SettingKeys ? SettingValues<KernelKeys> : never

/** As `Env.schema` makes them. */
type Validators = Readonly<Record<string, (key: string, text?: string) => unknown>>

type ValuesOf<Own extends Validators> = KernelValues & {
  [Key in Exclude<keyof Own, keyof KernelValues>]: ReturnType<Own[Key]>
}

/**
 * Reads the `.env` files and the environment, and refuses values with which the service must not run. Outside production
 * it makes up secrets that are not set, and has the service listen on the loopback address.
 *
 * @param plugins mounted plugins, whose settings are checked too
 * @param own settings of the application, as `Env.create` takes them; the result is typed by the kernel's and these. What
 *   Chancery or a plugin declares is read as declared there.
 * @throws E_MISSING_SETTING with a sentence for each key that is wrong
 */
export async function createEnv<Own extends Validators = {}>(
  root: URL,
  plugins: readonly Declaring[],
  own?: Own
): Promise<Env<ValuesOf<Own>>> {
  const all: Owned<Settings>[] = [
    ...kernelSettings.map((settings) => ['Chancery', settings] as const),
    ...declaredBy(plugins, ({ settings }) => settings),
  ]
  const keys = merged(
    'setting',
    all.map(([owner, settings]) => [owner, settings.keys])
  )
  await new EnvProcessor(root).process()
  readSecretFiles(keys, process.env)
  ensureLocalSecrets(root)
  const env = await Env.create(root, { ...own, ...validators(keys) }).catch(inSentences)
  for (const [, settings] of all) settings.check?.(readSettings(settings), process.env)
  assertKept(keys, plugins)
  // Outside production there may be accounts with a known password.
  if (process.env.NODE_ENV !== 'production') process.env.HOST ||= '127.0.0.1'
  return env as never
}

function assertKept(keys: SettingKeys, plugins: readonly Declaring[]) {
  const kinds = merged(
    'kind of retention',
    declaredBy(plugins, ({ retention }) => retention)
  )
  assertNoOldRetention(kinds, keys)
  assertRetention(kinds)
}

function declaredBy<Part>(
  plugins: readonly Declaring[],
  partOf: (plugin: Declaring) => Part | undefined
): Owned<Part>[] {
  return plugins.flatMap((plugin) => {
    const part = partOf(plugin)
    return part ? [[`plugin "${plugin.name}"`, part] as const] : []
  })
}

function merged<Value>(
  what: string,
  parts: readonly Owned<Readonly<Record<string, Value>>>[]
): Record<string, Value> {
  const all: Record<string, Value> = {}
  const owners = new Map<string, string>()
  for (const [owner, values] of parts) {
    for (const [name, value] of Object.entries(values)) {
      if (owners.has(name)) throw declaredTwice(`${what} ${name}`, owners.get(name)!, owner)
      owners.set(name, owner)
      all[name] = value
    }
  }
  return all
}

function declaredTwice(what: string, first: string, second: string) {
  return new E_MISSING_SETTING(
    `The ${what} is declared by ${first} and by ${second}; rename it in one of them`
  )
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
