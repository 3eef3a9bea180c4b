import { defineRetention, defineSettings, setting } from '#kernel/settings/main'

export const messagingSettings = defineSettings({
  title: 'Messaging',
  keys: {
    IM_EDIT_MINUTES: setting.integer({
      min: 0,
      max: 525_600,
      default: 15,
      who: 'an installation with rules of its own for messages',
      doc: 'Minutes for which people may edit what they sent; 0 for never. Default of a [setting](settings.md).',
    }),
  },
})

export const messagingRetention = defineRetention({
  messages: {
    days: 0,
    min: 0,
    doc: 'Messages and notices; older ones are removed for everybody, once an hour. 0 keeps them for good.',
  },
  direct_messages: {
    unset: 'as `messages`',
    min: 0,
    doc: 'The same, of direct conversations alone.',
  },
  group_messages: { unset: 'as `messages`', min: 0, doc: 'The same, of groups alone.' },
  notices: { unset: 'as `messages`', min: 0, doc: 'The same, of notices alone.' },
})
