import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { userIdIn } from './editor_ids.js'
import { ServerRequests } from './server_requests.js'

export type Command =
  | 'forcesave'
  | 'info'
  | 'drop'
  | 'meta'
  | 'version'
  | 'getForgottenList'
  | 'getForgotten'
  | 'deleteForgotten'

export const CommandError = {
  none: 0,
  noSuchKey: 1,
  internal: 3,
  nothingChanged: 4,
  token: 6,
  expired: 7,
} as const

export interface CommandAnswer {
  error: number
  version?: string
  keys?: string[]
  url?: string
  /** Of `info`: ids of the users in the session. */
  users?: string[]
  /** `Date` of the answer, in milliseconds. */
  answeredAt?: number
}

/** The list of forgotten files grows with every save that could not be delivered. */
const MOST_BYTES: Partial<Record<Command, number>> = { getForgottenList: 8 * 1024 * 1024 }

const PATHS = ['/command', '/coauthoring/CommandService.ashx'] as const

@inject()
export class CommandService {
  constructor(private readonly requests: ServerRequests) {}

  /** @throws E_EDITOR_OFF; E_UNAVAILABLE without a valid answer */
  async send(
    command: Command,
    members: Record<string, unknown> = {},
    secret?: string
  ): Promise<CommandAnswer> {
    const key = typeof members.key === 'string' ? members.key : undefined
    const { members: answer, answeredAt } = await this.requests.post({
      ...{ paths: PATHS, key, secret, mostBytes: MOST_BYTES[command] },
      members: { c: command, ...members },
    })
    const { error, users } = answer
    if (typeof error !== 'number')
      throw new E_UNAVAILABLE('The document server answers something else than a command service')
    const userIds = Array.isArray(users) ? { users: users.map(String).map(userIdIn) } : {}
    return { ...answer, ...userIds, error, answeredAt }
  }
}
