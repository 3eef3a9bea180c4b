import { licenseOf } from './license.js'
import type { Room } from './room.js'
import { ForcedBy } from './room_saves.js'
import type { Services } from './services.js'
import { TokenRefused, verifyToken, type Claims } from './tokens.js'

export const CommandError = {
  none: 0,
  noSuchKey: 1,
  internal: 3,
  nothingChanged: 4,
  unknownCommand: 5,
  token: 6,
  expired: 7,
} as const

type Handler = (command: Claims, room: Room | undefined) => Claims | number

/** What `POST /command` answers: always HTTP 200, the outcome in `error`. */
export class CommandService {
  readonly #services: Services
  readonly #roomOf: (key: string) => Room | undefined

  constructor(services: Services, roomOf: (key: string) => Room | undefined) {
    this.#services = services
    this.#roomOf = roomOf
  }

  handle(path: string, bodyText: string, authorization: string | undefined): Claims {
    const command = this.#read(bodyText, authorization)
    const reply = typeof command === 'number' ? { error: command } : this.#answer(command)
    this.#services.log.add({
      kind: 'command',
      path,
      command: typeof command === 'number' ? {} : command,
      reply,
    })

    return reply
  }

  #answer(command: Claims): Claims {
    const name = String(command.c)
    const handler = Object.hasOwn(this.#handlers, name) ? this.#handlers[name] : undefined
    const key = typeof command.key === 'string' ? command.key : undefined
    const room = key === undefined ? undefined : this.#roomOf(key)
    const result = handler ? handler(command, room) : CommandError.unknownCommand
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
    forcesave: (command, room) => {
      const participant = this.#lastToChange(room)
      if (!room || room.participants.length === 0) return CommandError.noSuchKey
      if (!participant) return CommandError.nothingChanged
      const userdata = typeof command.userdata === 'string' ? command.userdata : undefined

      return room.saves.force({ type: ForcedBy.command, participant, userdata }).code
    },
    info: (_command, room) => {
      if (!room || room.participants.length === 0) return CommandError.noSuchKey
      void room.report()

      return CommandError.none
    },
    drop: (command, room) => {
      const ids = Array.isArray(command.users) ? command.users.map(String) : undefined
      const dropped = room?.participants.filter(({ user }) => ids?.includes(user.id) ?? true) ?? []
      for (const participant of dropped) participant.dropped()

      return CommandError.none
    },
    meta: () => CommandError.none,
    version: () => ({ version: this.#services.version }),
    license: () => licenseOf(this.#services.version),
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

  /** A forced save by command is made in the name of whoever changed something last. */
  #lastToChange(room: Room | undefined): Room['participants'][number] | undefined {
    const id = room?.changes.lastUser?.id
    if (id === undefined) return undefined

    return room?.participants.find(({ user }) => user.id === id) ?? room?.participants[0]
  }
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
