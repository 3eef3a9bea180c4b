import { defineRetention } from '#kernel/settings/main'

export const moderationRetention = defineRetention({
  moderation_acts: {
    days: 365,
    min: 31,
    doc: 'What moderators did with conversations of others, and reports that are closed.',
  },
})
