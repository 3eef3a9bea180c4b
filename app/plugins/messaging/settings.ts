import { defineRetention } from '#kernel/settings/main'

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
  messaging_acts: {
    days: 365,
    min: 31,
    doc: 'What administrators did with conversations of others, and reports that are closed.',
  },
})
