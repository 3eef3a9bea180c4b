export type { ModerationConfig } from './moderation_config.js'
