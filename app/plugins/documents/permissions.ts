import { definePermissions } from '#kernel/permissions/main'

export const documentPermissions = definePermissions({
  list: ['document:document:list', 'List documents'],
  show: ['document:document:show', 'See, open and download documents'],
  create: ['document:document:create', 'Create documents'],
  edit: ['document:document:edit', 'Edit and rename documents'],
  comment: ['document:document:comment', 'Comment on documents'],
  propose: ['document:document:propose', 'Propose changes to documents, for others to accept'],
  fill: ['document:document:fill', 'Fill in the forms of documents'],
  delete: ['document:document:delete', 'Delete documents'],
  export: ['document:document:export', 'Export documents with all their versions'],
  restore: ['document:document:restore', 'Restore an earlier version'],
  drop: ['document:document:drop', 'Put people out of documents that they edit'],
  abandon: [
    'document:document:abandon',
    'Go on without changes that the document server has not saved',
  ],
  submit: ['document:document:submit', 'Submit documents for review'],
  review: ['document:document:review', 'Review documents'],
  share: ['document:document:share', 'Share documents, and see whom they are shared with'],
})

export const trashPermissions = definePermissions({
  list: ['document:trash:list', 'List deleted documents'],
  restore: ['document:trash:restore', 'Take documents out of the trash'],
  delete: ['document:trash:delete', 'Delete documents for good'],
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
