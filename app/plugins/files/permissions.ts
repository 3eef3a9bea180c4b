import { definePermissions } from '#kernel/permissions/main'

export const filePermissions = definePermissions({
  list: ['file:file:list', 'List files'],
  show: ['file:file:show', 'See and download files'],
  upload: ['file:file:upload', 'Upload files'],
  delete: ['file:file:delete', 'Delete files'],
})
