import { spend } from '#kernel/rate_limit/main'
import { messagingConfig } from '../messaging_config.js'

/** What one user may do in an hour or a minute: in how long, and what is said once it is used up. */
const QUOTAS = {
  'conversations': ['1 hour', 'You have made as many conversations as one may in an hour'],
  'members': [
    '1 hour',
    'You have added as many members to groups as one may in an hour; add fewer',
  ],
  'notices': ['1 hour', 'You have sent as many notices as one may in an hour'],
  'group-changes': ['1 minute', 'You have changed groups as often as one may in a minute'],
  'blocks': ['1 minute', 'You have changed whom you block as often as one may in a minute'],
} as const

function mostOf(name: keyof typeof QUOTAS): number {
  const { conversationsPerHour, membersPerHour, noticesPerHour } = messagingConfig()
  const most = { conversations: conversationsPerHour, members: membersPerHour }
  return { ...most, 'notices': noticesPerHour, 'group-changes': 300, 'blocks': 60 }[name]
}

/** Counts what others are told of. @throws E_TOO_MANY_REQUESTS */
export function spendQuota(name: keyof typeof QUOTAS, userId: number, amount = 1): Promise<void> {
  const [duration, spent] = QUOTAS[name]
  return spend({ name: `im:${name}`, most: mostOf(name), duration, spent }, userId, amount)
}
