import { definePermissions } from '#kernel/permissions/define_permissions'

export const documentPermissions = definePermissions({
  list: ['document:document:list', 'List documents'],
  show: ['document:document:show', 'See, open and download documents'],
  create: ['document:document:create', 'Create documents'],
  edit: ['document:document:edit', 'Edit and rename documents'],
  delete: ['document:document:delete', 'Delete documents'],
  restore: ['document:document:restore', 'Restore an earlier version'],
  submit: ['document:document:submit', 'Submit documents for review'],
  review: ['document:document:review', 'Review documents'],
})

export const templatePermissions = definePermissions({
  list: ['document:template:list', 'List templates'],
  show: ['document:template:show', 'See and download templates'],
  create: ['document:template:create', 'Create templates'],
  update: ['document:template:update', 'Rename templates'],
  delete: ['document:template:delete', 'Delete templates'],
  status: ['document:template:status', 'Put templates online and offline'],
})

export const editorPermissions = definePermissions({
  diagnose: ['document:editor:diagnose', 'Check the connection to the document server'],
})
