export type { MessagingConfig } from './messaging_config.js'
export { ContactRule } from './rosters/contact_rule.js'
export { Notifier, type Notice } from './notices/notifier.js'
