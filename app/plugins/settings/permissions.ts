import { definePermissions } from '#kernel/permissions/main'

export const settingPermissions = definePermissions({
  list: ['system:setting:list', 'See settings, and who changed them'],
  update: ['system:setting:update', 'Change settings'],
})

export const dictionaryPermissions = definePermissions({
  list: ['system:dictionary:list', 'List dictionaries'],
  show: ['system:dictionary:show', 'See a dictionary'],
  create: ['system:dictionary:create', 'Create dictionaries'],
  update: ['system:dictionary:update', 'Change dictionaries'],
  delete: ['system:dictionary:delete', 'Delete dictionaries'],
  export: ['system:dictionary:export', 'Export dictionaries'],
})

const prefixed = <Set extends object>(prefix: string, set: Set) =>
  Object.fromEntries(Object.entries(set).map(([name, value]) => [`${prefix}.${name}`, value]))

/** All of the plugin's, for its manifest. */
export const allPermissions = {
  ...prefixed('setting', settingPermissions),
  ...prefixed('dictionary', dictionaryPermissions),
}
