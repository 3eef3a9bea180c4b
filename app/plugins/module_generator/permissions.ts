import { definePermissions } from '#kernel/permissions/define_permissions'

export const generatorPermissions = definePermissions({
  use: ['ai:module-generator', 'Generate, change and undo modules'],
})
