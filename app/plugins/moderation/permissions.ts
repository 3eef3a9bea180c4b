import { definePermissions } from '#kernel/permissions/main'

export const moderationPermissions = definePermissions({
  listConversations: [
    'moderation:conversation:list',
    'See conversations, without what is said in them',
  ],
  closeConversations: ['moderation:conversation:close', 'Close groups, and open them again'],
  changeOwners: ['moderation:conversation:owner', 'Give groups another owner'],
  deleteConversations: ['moderation:conversation:delete', 'Delete groups for good'],
  removeMessages: ['moderation:message:remove', 'Remove messages of others'],
  exportMessages: ['moderation:message:export', 'Export all that people or groups wrote'],
  listReports: ['moderation:report:list', 'See reported messages'],
  closeReports: ['moderation:report:close', 'Close reports of messages'],
})
