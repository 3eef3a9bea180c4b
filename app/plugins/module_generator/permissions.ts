import { definePermissions } from '#kernel/permissions/main'

export const generatorPermissions = definePermissions({
  use: ['ai:module-generator', 'Generate, change and undo modules'],
})
