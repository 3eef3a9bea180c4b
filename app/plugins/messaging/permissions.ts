import { definePermissions } from '#kernel/permissions/main'

export const messagingPermissions = definePermissions({
  listOnline: ['im:online:list', 'See who is online'],
  kick: ['im:online:kick', 'End the sessions of somebody who is online'],
  listConversations: ['im:conversation:list', 'See conversations, without what is said in them'],
  closeConversations: ['im:conversation:close', 'Close groups, and open them again'],
  giveConversations: ['im:conversation:owner', 'Give groups another owner'],
  deleteConversations: ['im:conversation:delete', 'Delete groups for good'],
  exportMessages: ['im:message:export', 'Export all that people or groups wrote'],
  listReports: ['im:report:list', 'See reported messages'],
  closeReports: ['im:report:close', 'Close reports of messages'],
  listActs: ['im:act:list', 'See what was done with conversations of others'],
  sendNotice: ['im:notice:send', 'Send notices'],
})
