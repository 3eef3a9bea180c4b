/** Texts of the pages for administrators of messaging. */
export const texts = {
  'online.title': 'Online',
  'online.since': 'Online since',
  'online.refresh': 'Refresh',
  'online.endOne': 'End this session',
  'online.endAll': 'End all their sessions that are online',
  'online.askEndAll': 'End all sessions with which {name} is online?',
  'notice.title': 'Send a notice',
  'notice.how':
    'It appears at once for those who are online, and waits for the others. Only people within your reach receive it.',
  'notice.all': 'To everybody',
  'notice.users': 'To users',
  'notice.roles': 'To whoever has a role',
  'notice.departments': 'To departments and those below them',
  'notice.subject': 'Title',
  'notice.body': 'Text',
  'notice.toNobody': 'Choose who receives it',
  'notice.askAll': 'Send this notice to everybody within your reach?',
  'notice.send': 'Send',
  'notice.sent': 'Sent. Receivers: {count}',
} as const
