import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '@adonisjs/core/logger'
import { NoRoomLog } from './no_room_log.js'

/** Bytes; of some 100 readers of the longest pages. */
const MOST = 64 * 1024 * 1024

/** Whose an answer is. */
export interface Reader {
  address: string
  person: string
}

interface Held extends Reader {
  socket: Socket
  bytes: number
}

/**
 * The room for answers that were made whole and are not taken yet. Where there is none left, the eldest one is cut off of
 * whoever leaves most of them untaken: of the address, and there of the person.
 */
export class HeldAnswers {
  #bytes = 0
  /** The eldest first. */
  readonly #held = new Set<Held>()
  readonly #log = new NoRoomLog('cutOff', 'answers that nobody took were cut off')

  constructor(
    private readonly logger: Logger,
    private readonly mostBytes = MOST
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  /** Until all of it was handed to the system, or its connection is gone. */
  hold(answer: ServerResponse, bytes: number, reader: Reader): void {
    const { socket } = answer.req
    if (socket.destroyed) return
    const held = { ...reader, socket, bytes }
    this.#held.add(held)
    this.#bytes += bytes
    answer.once('close', () => this.#forget(held))
    while (this.#bytes > this.mostBytes && this.#held.size > 1) this.#makeRoom()
  }

  #makeRoom(): void {
    const ofAddress = heaviest([...this.#held], ({ address }) => address)
    const [eldest] = heaviest(ofAddress, ({ person }) => person)
    this.#forget(eldest!)
    eldest!.socket.destroy()
    this.#log.note(this.logger)
  }

  #forget(held: Held): void {
    if (this.#held.delete(held)) this.#bytes -= held.bytes
  }
}

/** Those of the one who has most bytes, in their order. */
function heaviest(held: readonly Held[], whose: (one: Held) => string): Held[] {
  const groups = [...Map.groupBy(held, whose).values()]
  const [first, ...others] = groups.map((group) => ({ group, bytes: bytesOf(group) }))
  return others.reduce((most, one) => (one.bytes > most.bytes ? one : most), first!).group
}

function bytesOf(held: readonly Held[]): number {
  return held.reduce((sum, { bytes }) => sum + bytes, 0)
}
