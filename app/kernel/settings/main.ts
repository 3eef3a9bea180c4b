/** How settings are declared, read and checked. */
export { isAddress, isPlainAddress } from './addresses.js'
export { createEnv } from './create_env.js'
export {
  defineSettings,
  readSettings,
  type Settings,
  type SettingKeys,
  type SettingValues,
} from './define_settings.js'
export { kernelSettings } from './kernel_settings.js'
export { ensureLocalSecrets } from './local_secrets.js'
export { E_MISSING_SETTING } from './missing_setting.js'
export {
  defineRetention,
  retentionDays,
  type RetentionDays,
  type RetentionKinds,
} from './retention_days.js'
export { setting, type Setting } from './setting.js'
