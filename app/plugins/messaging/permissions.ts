import { definePermissions } from '#kernel/permissions/main'

export const messagingPermissions = definePermissions({
  listOnline: ['im:online:list', 'See who is online'],
  kick: ['im:online:kick', 'End the sessions of somebody who is online'],
  sendNotice: ['im:notice:send', 'Send notices'],
})
