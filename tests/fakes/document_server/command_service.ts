import { ForcedBy } from './forced_saves.js'
import { orderIn } from './orders.js'
import type { Room } from './room.js'
import type { Services } from './services.js'
import { TokenRefused, type Claims } from './tokens.js'

export const CommandError = {
  none: 0,
  noSuchKey: 1,
  unreadable: 2,
  internal: 3,
  nothingChanged: 4,
  unknownCommand: 5,
  token: 6,
  expired: 7,
} as const

type Answer = Claims | number
type Handler = (command: Claims, room: Room | undefined) => Answer | Promise<Answer>

/** What `POST /command` answers: always HTTP 200, the outcome in `error`. */
export class CommandService {
  readonly #services: Services
  readonly #roomOf: (key: string) => Room | undefined

  constructor(services: Services, roomOf: (key: string) => Room | undefined) {
    this.#services = services
    this.#roomOf = roomOf
  }

  async handle(path: string, bodyText: string, authorization: string | undefined): Promise<Claims> {
    const order = this.#read(bodyText, authorization)
    const command = typeof order === 'number' ? {} : order
    const reply = typeof order === 'number' ? { error: order } : await this.#answer(order)
    this.#services.log.add({ kind: 'command', path, command, reply })
    return reply
  }

  async #answer(command: Claims): Promise<Claims> {
    const name = String(command.c)
    const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined
    const key = typeof command.key === 'string' ? command.key : undefined
    const room = key === undefined ? undefined : this.#roomOf(key)
    const result = handler ? await handler(command, room) : CommandError.unknownCommand
    const members = typeof result === 'number' ? { error: result } : { error: 0, ...result }
    return key === undefined ? members : { key, ...members }
  }

  #read(bodyText: string, authorization: string | undefined): Claims | number {
    try {
      return orderIn(bodyText, authorization, this.#services) ?? CommandError.internal
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      return error.isExpiry ? CommandError.expired : CommandError.token
    }
  }

  readonly #handlers: Record<string, Handler> = {
    forcesave: async (command, room) => {
      const userdata = typeof command.userdata === 'string' ? command.userdata : undefined
      const start = room?.saves.force({ type: ForcedBy.command, userdata })
      if (start?.isAgain) await start.delivered
      return start?.code ?? CommandError.noSuchKey
    },
    info: async ({ callback, userdata }, room) => {
      if (!room || room.state === 'absent') return CommandError.noSuchKey
      const callbackUrl = typeof callback === 'string' ? callback : room.callbackUrlOf()
      if (callbackUrl === undefined) return CommandError.unreadable
      await room.report(callbackUrl, userdata)
      return { users: room.userIds }
    },
    drop: ({ users }, room) => {
      const ids = namesIn(users)
      const connected = room ? [...room.participants, ...room.viewers] : []
      const dropped = connected.filter(({ user }) => ids?.includes(user.id) ?? true)
      for (const one of dropped) one.dropped()
      return CommandError.none
    },
    meta: ({ meta }, room) => {
      if (!meta) return CommandError.unknownCommand
      for (const participant of room?.participants ?? []) participant.renamed(meta)
      return CommandError.none
    },
    version: () => ({ version: this.#services.version }),
    getForgottenList: () => ({ keys: this.#services.store.forgottenKeys() }),
    getForgotten: ({ key }) => {
      const url = this.#services.store.forgottenLink(String(key))
      return url === undefined ? CommandError.noSuchKey : { url }
    },
    deleteForgotten: ({ key }) => {
      const isDeleted = this.#services.store.deleteForgotten(String(key))
      return isDeleted ? CommandError.none : CommandError.noSuchKey
    },
  }
}

/** A list, or one written as JSON; unset: everybody. */
function namesIn(users: unknown): string[] | undefined {
  const list: unknown = typeof users === 'string' ? JSON.parse(users) : users
  return Array.isArray(list) ? list.map(String) : undefined
}
