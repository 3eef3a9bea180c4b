/** Texts of the pages about messages. */
export const messages = {
  'messages.title': 'Messages',
} as const
