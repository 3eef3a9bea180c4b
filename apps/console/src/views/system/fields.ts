import type { OwnField } from '../../described/description'
import { t } from '../../texts'

export const DATA_SCOPES = ['all', 'custom', 'department_and_below', 'department', 'self'] as const

export const status = (): OwnField => ({
  name: 'status',
  label: t('field.status'),
  type: 'choice',
  choices: [
    { value: 'enabled', label: t('status.enabled') },
    { value: 'disabled', label: t('status.disabled') },
  ],
  filter: 'equals',
})
