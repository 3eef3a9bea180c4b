export type { MessagingConfig } from './messaging_config.js'
export { ContactRule } from './rosters/contact_rule.js'
