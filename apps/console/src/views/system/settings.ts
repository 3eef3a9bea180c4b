import { s } from '../../texts/settings_texts'

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
    ? s(value ? 'settings.yes' : 'settings.no')
    : value === ''
      ? s('settings.empty')
      : String(value)
