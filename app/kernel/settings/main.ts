/** What the settings of a plugin are checked with. */
export { isAddress, isPlainAddress } from './addresses.js'
export { E_MISSING_SETTING } from './missing_setting.js'
