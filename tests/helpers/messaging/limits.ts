import app from '@adonisjs/core/services/app'
import type { MessagingConfig } from '#plugins/messaging/main'

export const messagingConfig = () => app.config.get<MessagingConfig>('messaging')

/** Sets these limits, and returns what sets those of before. */
export function limits(values: Partial<MessagingConfig>): () => void {
  const before = { ...messagingConfig() }
  Object.assign(messagingConfig(), values)
  return () => void Object.assign(messagingConfig(), before)
}
