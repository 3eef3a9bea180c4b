import { spend } from '#kernel/rate_limit/main'
import { messagingConfig } from '../messaging_config.js'

const AN_HOUR = '1 hour'

/** One more conversation that this user makes. @throws E_TOO_MANY_REQUESTS */
export function spendConversation(userId: number): Promise<void> {
  const quota = anHour(
    'conversations',
    messagingConfig().conversationsPerHour,
    'You have made as many conversations as one may in an hour'
  )
  return spend(quota, userId)
}

/** So many more members that this user names. @throws E_TOO_MANY_REQUESTS */
export async function spendMembers(userId: number, count: number): Promise<void> {
  const quota = anHour(
    'members',
    messagingConfig().membersPerHour,
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
    messagingConfig().noticesPerHour,
    'You have sent as many notices as one may in an hour'
  )
  return spend(quota, userId)
}

function anHour(what: string, most: number, spent: string) {
  return { name: `im:${what}`, most, duration: AN_HOUR, spent }
}
