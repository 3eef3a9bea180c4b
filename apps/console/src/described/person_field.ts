import { holds } from '../session'
import type { Field } from './description'

/** People that a person is chosen from: all users for whoever may list them, the directory for others. */
const sourceOf = () => ({
  resource: holds('system:user:list') ? '/app/system/users' : '/app/people',
  label: 'nickname',
  detail: 'username',
})

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
