import { defineRetention } from '#kernel/settings/main'

export const moderationRetention = defineRetention({
  moderation_acts: {
    days: 365,
    min: 31,
    doc: 'Reports of messages that are closed.',
  },
})
