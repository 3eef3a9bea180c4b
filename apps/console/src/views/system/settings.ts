import { t } from '../../texts'

export const SETTINGS = '/app/system/settings'

export type SettingValue = boolean | number | string

/** As `GET /app/system/settings` answers it. */
export interface Setting {
  key: string
  plugin: string
  title: string
  description: string
  type: 'boolean' | 'integer' | 'text' | 'choice'
  min?: number
  max?: number
  maxLength?: number
  choices?: string[]
  value: SettingValue
  default: SettingValue
  isDefault: boolean
  updatedAt: string | null
  updatedByName: string | null
}

export const valueText = (value: SettingValue): string =>
  typeof value === 'boolean'
    ? t(value ? 'settings.yes' : 'settings.no')
    : value === ''
      ? t('settings.empty')
      : String(value)
