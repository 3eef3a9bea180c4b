import { ForcedBy } from './forced_saves.js'
import type { Room } from './room.js'
import type { Services } from './services.js'
import { TokenRefused, verifyToken, type Claims } from './tokens.js'

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
    const command = this.#read(bodyText, authorization)
    const reply = typeof command === 'number' ? { error: command } : await this.#answer(command)
    this.#services.log.add({
      kind: 'command',
      path,
      command: typeof command === 'number' ? {} : command,
      reply,
    })
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

  /** The signed command counts; the plain one only where no secret is set. */
  #read(bodyText: string, authorization: string | undefined): Claims | number {
    const body = parse(bodyText)
    if (!body) return CommandError.internal
    if (this.#services.secret === undefined) return body
    try {
      return this.#verified(body, authorization, this.#services.secret)
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      return error.isExpiry ? CommandError.expired : CommandError.token
    }
  }

  #verified(body: Claims, authorization: string | undefined, secret: string): Claims | number {
    const now = this.#services.now()
    if (typeof body.token === 'string') return verifyToken(body.token, secret, now)
    const bearer = authorization?.match(/^Bearer (.+)$/)?.[1]
    if (bearer === undefined) return CommandError.token
    const { payload } = verifyToken(bearer, secret, now)
    return isObject(payload) ? payload : CommandError.token
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
      const callbackUrl = typeof callback === 'string' ? callback : room.callbacks.of()
      if (callbackUrl === undefined) return CommandError.unreadable
      await room.report(callbackUrl, userdata)
      return { users: room.userIds }
    },
    drop: ({ users }, room) => {
      const { drops = 0 } = this.#services.faults
      if (drops > 0) {
        this.#services.faults.drops = drops - 1
        return CommandError.internal
      }
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
    deleteForgotten: ({ key }) =>
      this.#services.store.deleteForgotten(String(key))
        ? CommandError.none
        : CommandError.noSuchKey,
  }
}

/** A list, or one written as JSON; unset: everybody. */
function namesIn(users: unknown): string[] | undefined {
  const list: unknown = typeof users === 'string' ? JSON.parse(users) : users
  return Array.isArray(list) ? list.map(String) : undefined
}

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null

function parse(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
