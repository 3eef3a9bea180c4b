import app from '@adonisjs/core/services/app'
import { spend } from '#kernel/rate_limit/quota'
import type { MessagingConfig } from '../messaging_config.js'

const AN_HOUR = '1 hour'

/** One more conversation that this user makes. @throws E_TOO_MANY_REQUESTS */
export function spendConversation(userId: number): Promise<void> {
  const quota = {
    name: 'im:conversations',
    most: config().conversationsPerHour,
    duration: AN_HOUR,
    spent: 'You have made as many conversations as one may in an hour',
  }
  return spend(quota, userId)
}

/** So many more memberships that this user makes. @throws E_TOO_MANY_REQUESTS */
export async function spendMembers(userId: number, count: number): Promise<void> {
  if (count === 0) return
  const quota = {
    name: 'im:members',
    most: config().membersPerHour,
    duration: AN_HOUR,
    spent: 'You have added as many members to groups as one may in an hour; add fewer',
  }
  await spend(quota, userId, count)
}

function config(): MessagingConfig {
  return app.config.get<MessagingConfig>('messaging')
}
