import { definePermissions } from '#kernel/permissions/main'

export const visitPermissions = definePermissions({
  list: ['visits:visit:list', 'List visits'],
  create: ['visits:visit:create', 'Announce visits'],
  delete: ['visits:visit:delete', 'Delete visits'],
})
