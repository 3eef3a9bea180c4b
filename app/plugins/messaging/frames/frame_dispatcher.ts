import { ownRowsOf, actAsOperator } from '#kernel/acting/main'
import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { E_VALIDATION } from '#kernel/errors/main'
import { Health } from '#kernel/health/main'
import { failureBody, toRefusal } from '#kernel/http/main'
import { refusals } from '../errors.js'
import { CLOSE } from '../sockets/close_codes.js'
import type { Connection } from '../sockets/connection.js'
import { messagingConfig } from '../messaging_config.js'
import { faultsOf, isFrameType, type FrameId, type FrameType } from './client_frames.js'
import { Pace } from './pace.js'
import { FrameHandlers, Later } from './frame_handlers.js'

/** Room for a token: who has not said who they are is not listened to for longer. */
const LARGEST_FIRST = 8 * 1024

interface RawFrame {
  type?: unknown
  id?: unknown
}

/** Reads frames, hands them to their handlers in the order in which they came, and answers. */
@inject()
export class FrameDispatcher {
  readonly #pace = new Pace()

  constructor(
    private readonly handlers: FrameHandlers,
    private readonly logger: Logger,
    private readonly health: Health
  ) {}

  take(connection: Connection, data: Buffer, isBinary: boolean): void {
    if (isBinary) return this.#refuse(connection, undefined, new refusals.E_FRAME())
    if (data.length > messagingConfig().frameBytes) {
      this.#refuse(connection, idOf(parse(data)), new refusals.E_FRAME_SIZE())
      return connection.cutOff(CLOSE.tooLarge)
    }
    if (!connection.inbox.add(data)) return connection.close(CLOSE.tooFast)
    connection.holdWhenFull()
    if (!connection.working) void this.#work(connection)
  }

  async #work(connection: Connection): Promise<void> {
    connection.working = true
    while (!connection.inbox.isEmpty) {
      while (this.#pace.isSpent) await this.#pace.next()
      const data = connection.inbox.take()
      connection.goOnWithRoom()
      if (data) await this.#handle(connection, data)
    }
    connection.working = false
  }

  async #handle(connection: Connection, data: Buffer): Promise<void> {
    if (!connection.admission && data.length > LARGEST_FIRST)
      return connection.close(CLOSE.unauthenticated)
    const frame = parse(data)
    const id = idOf(frame)
    try {
      const type = frameType(frame)
      if (!connection.admission && type !== 'auth') return connection.close(CLOSE.unauthenticated)
      await assertMembers(type, frame!)
      this.#answer(connection, id, await this.#run(connection, type, frame!))
    } catch (error) {
      this.#refuse(connection, id, error)
    }
  }

  #run(connection: Connection, type: FrameType, frame: RawFrame): Promise<object | null> {
    const work = () => this.handlers.byType[type](connection, frame as never)
    if (!connection.admission) return work()
    const { operator } = connection
    const acting = { operator, permission: null, reach: ownRowsOf(operator.id), roles: [] }
    return actAsOperator(acting, work)
  }

  #answer(connection: Connection, id: FrameId, answer: object | null): void {
    if (answer === null) return
    if (!(answer instanceof Later)) return connection.send({ type: 'ack', id, ...answer })
    answer.outcome.then(
      (ack) => connection.send({ type: 'ack', id, ...ack }),
      (error) => this.#refuse(connection, id, error)
    )
  }

  #refuse(connection: Connection, id: FrameId, error: unknown): void {
    const { code, message, data } = failureBody(toRefusal(error), connection.language)
    if (code >= 500) void this.#log(connection, error)
    connection.send({ type: 'error', id, code, message, ...data })
  }

  async #log({ admission }: Connection, error: unknown): Promise<void> {
    if (await this.health.isOutage(error)) return
    this.logger.error({ err: error, userId: admission?.operator.id }, 'frame failed')
  }
}

function parse(data: Buffer): RawFrame | null {
  try {
    const frame: unknown = JSON.parse(data.toString())
    return typeof frame === 'object' && !Array.isArray(frame) ? frame : null
  } catch {
    return null
  }
}

function idOf(frame: RawFrame | null): FrameId {
  const id = frame?.id
  if (typeof id === 'string' && id.length <= 64) return id
  return Number.isSafeInteger(id) ? (id as number) : undefined
}

function frameType(frame: RawFrame | null): FrameType {
  if (!frame || !isFrameType(frame.type)) throw new refusals.E_FRAME()
  return frame.type
}

async function assertMembers(type: FrameType, frame: RawFrame): Promise<void> {
  const errors = await faultsOf(type, frame)
  if (errors) throw new E_VALIDATION('The frame has invalid members', { errors })
}
