import type { Setting } from './setting.js'

export type SettingKeys = Readonly<Record<string, Setting>>

/** The values of declared keys, by key. */
export type SettingValues<Keys extends SettingKeys> = {
  [Key in keyof Keys]: Keys[Key] extends Setting<infer Value> ? Value : never
}

export type EnvironmentKeys = Readonly<Record<string, string | undefined>>

/** Environment keys that belong together: those of a plugin, or a part of the application's own. */
export interface Settings<Keys extends SettingKeys = SettingKeys> {
  /** Heading in `docs/configuration.md`. */
  title: string
  keys: Keys
  /**
   * Refuses values that do not go together, with E_MISSING_SETTING. Called once at boot.
   *
   * @param environment all keys of the environment, as texts
   */
  check?(values: SettingValues<Keys>, environment: EnvironmentKeys): void
}

/** Declares settings. Pure data: it is loaded before the application boots. */
export function defineSettings<Keys extends SettingKeys>(settings: Settings<Keys>): Settings<Keys> {
  return settings
}

/**
 * The values of declared settings, with their defaults, whether or not their plugin is mounted. Call it in `config/` or in a
 * provider: the `.env` files have been read by then.
 *
 * @throws E_MISSING_SETTING
 */
export function readSettings<Keys extends SettingKeys>(
  { keys }: Settings<Keys>,
  environment: EnvironmentKeys = process.env
): SettingValues<Keys> {
  const values = Object.entries(keys).map(([key, setting]) => [
    key,
    setting.read(key, environment[key], environment.NODE_ENV === 'production'),
  ])
  return Object.fromEntries(values) as SettingValues<Keys>
}
