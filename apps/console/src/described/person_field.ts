import { holds } from '../session'
import type { Field } from './description'

/** People that a person is chosen from: all users for whoever may list them, contacts for others. */
const sourceOf = () =>
  holds('system:user:list')
    ? { resource: '/app/system/users', label: 'nickname', detail: 'username' }
    : { resource: '/app/im/contacts', label: 'nickname', detail: 'username', query: 'limit=50' }

/** A field that refers to a user. */
export const personField = (name: string, label: string): Field => ({
  name,
  label,
  type: 'reference',
  reference: sourceOf(),
})

/** A filter by a user, and the column of the name where `shows` has it. */
export const personFilter = (name: string, label: string, shows?: string): Field => ({
  ...personField(name, label),
  filter: 'equals',
  readOnly: true,
  list: shows !== undefined,
  ...(shows ? { shows } : { form: false }),
})
