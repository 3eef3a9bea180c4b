import { inject } from '@adonisjs/core'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { userIdIn } from './editor_ids.js'
import { ServerRequests } from './server_requests.js'

export type Command =
  | 'forcesave'
  | 'info'
  | 'drop'
  | 'meta'
  | 'version'
  | 'license'
  | 'getForgottenList'
  | 'getForgotten'
  | 'deleteForgotten'

/** What `error` says in an answer. */
export const CommandError = {
  none: 0,
  noSuchKey: 1,
  internal: 3,
  nothingChanged: 4,
  unknownCommand: 5,
  token: 6,
  expired: 7,
} as const

export interface CommandAnswer {
  error: number
  version?: string
  keys?: string[]
  url?: string
  /** Who edits: of `info`. */
  users?: string[]
  /** `Date` of the answer, in milliseconds. */
  answeredAt?: number
}

/** It grows with every save that could not be delivered, and without all of it none can be brought back. */
const MOST_BYTES: Partial<Record<Command, number>> = { getForgottenList: 8 * 1024 * 1024 }

const PATHS = ['/command', '/coauthoring/CommandService.ashx'] as const

/** Tells the document server what to do. */
@inject()
export class CommandService {
  constructor(private readonly requests: ServerRequests) {}

  /**
   * @param secret what the command is signed with, where that is not the shared one
   * @throws E_EDITOR_OFF; E_UNAVAILABLE when the document server does not answer as one
   */
  async send(
    command: Command,
    members: Record<string, unknown> = {},
    secret?: string
  ): Promise<CommandAnswer> {
    const key = typeof members.key === 'string' ? members.key : undefined
    const signed = { c: command, ...members }
    const mostBytes = MOST_BYTES[command]
    const answer = await this.requests.post({
      paths: PATHS,
      members: signed,
      key,
      secret,
      mostBytes,
    })
    const { error } = answer.members
    if (typeof error === 'number')
      return { ...withUserIds(answer.members), error, answeredAt: answer.answeredAt }
    throw new E_UNAVAILABLE('The document server answers something else than a command service')
  }
}

function withUserIds(members: Record<string, unknown>): Record<string, unknown> {
  const { users } = members
  return Array.isArray(users) ? { ...members, users: users.map(String).map(userIdIn) } : members
}
