import app from '@adonisjs/core/services/app'
import { spend } from '#kernel/rate_limit/main'
import type { MessagingConfig } from '../messaging_config.js'

const AN_HOUR = '1 hour'

/** Of what messages take, in bytes: so much is counted at a time. */
export const COUNTED_AT_ONCE = 4 * 1024

/** One more conversation that this user makes. @throws E_TOO_MANY_REQUESTS */
export function spendConversation(userId: number): Promise<void> {
  const quota = anHour(
    'conversations',
    config().conversationsPerHour,
    'You have made as many conversations as one may in an hour'
  )
  return spend(quota, userId)
}

/** So many more memberships that this user makes. @throws E_TOO_MANY_REQUESTS */
export async function spendMembers(userId: number, count: number): Promise<void> {
  if (count === 0) return
  const quota = anHour(
    'members',
    config().membersPerHour,
    'You have added as many members to groups as one may in an hour; add fewer'
  )
  await spend(quota, userId, count)
}

const CHANGES_OF_GROUPS = {
  name: 'im:group-changes',
  most: 300,
  duration: '1 minute',
  spent: 'You have changed groups as often as one may in a minute',
}

/** One more change of a group, of which all its members are told. @throws E_TOO_MANY_REQUESTS */
export function spendGroupChange(userId: number): Promise<void> {
  return spend(CHANGES_OF_GROUPS, userId)
}

/** One more notice that this user sends, to however many. @throws E_TOO_MANY_REQUESTS */
export function spendNotice(userId: number): Promise<void> {
  const quota = anHour(
    'notices',
    config().noticesPerHour,
    'You have sent as many notices as one may in an hour'
  )
  return spend(quota, userId)
}

/** One more message that this user reports. @throws E_TOO_MANY_REQUESTS */
export function spendReport(userId: number): Promise<void> {
  const quota = anHour(
    'reports',
    config().reportsPerHour,
    'You have reported as many messages as one may in an hour'
  )
  return spend(quota, userId)
}

/** So many more pieces of 4 KB that this user's messages take. @throws E_TOO_MANY_REQUESTS */
export async function spendMessageBytes(userId: number, pieces: number): Promise<void> {
  if (pieces === 0) return
  const quota = anHour(
    'bytes',
    Math.max(1, Math.floor(config().bytesPerHour / COUNTED_AT_ONCE)),
    'Your messages have taken as much room as one may fill in an hour; send large things as files'
  )
  await spend(quota, userId, pieces)
}

function anHour(what: string, most: number, spent: string) {
  return { name: `im:${what}`, most, duration: AN_HOUR, spent }
}

function config(): MessagingConfig {
  return app.config.get<MessagingConfig>('messaging')
}
