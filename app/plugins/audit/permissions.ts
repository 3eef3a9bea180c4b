import { definePermissions } from '#kernel/permissions/main'

export const auditPermissions = definePermissions({
  list: ['system:audit:list', 'List entries of the audit trail'],
  show: ['system:audit:show', 'See what an entry of the audit trail changed'],
  export: ['system:audit:export', 'Export the audit trail'],
})
