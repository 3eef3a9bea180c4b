import type { ServerResponse } from 'node:http'
import type { ContainerBindings } from '@adonisjs/core/types'
import type { Admission } from '../gateway/connection.js'

type Events = ReturnType<ContainerBindings['transmit']['createStream']>

interface Parts {
  events: Events
  answer: ServerResponse
  /** May wait for the reader. */
  bufferedBytes: number
}

/** One stream, of somebody who is admitted for as long as it lasts. */
export class NoticeStream {
  readonly answer: ServerResponse
  #waiting = 0

  constructor(
    readonly admission: Admission,
    private readonly parts: Parts
  ) {
    this.answer = parts.answer
  }

  get userId(): number {
    return this.admission.operator.id
  }

  /**
   * Ends where too much waits already: browsers ask again by themselves, and notices are in the conversation of their
   * reader as well.
   *
   * @param bytes what it is taken to be long
   */
  send(payload: object, bytes: number): void {
    const { events, bufferedBytes } = this.parts
    if (this.answer.writableEnded || this.answer.destroyed) return
    if (this.#waiting + this.answer.writableLength > bufferedBytes) return this.#cutOff()
    this.#waiting += bytes
    const data = { channel: `notices/${this.userId}`, payload: payload as {} }
    events.writeMessage({ data }, undefined, () => void (this.#waiting -= bytes))
  }

  /** Whoever reads gets to read the end; for others nothing is kept. */
  end(): void {
    if (this.#waiting > 0) return this.#cutOff()
    this.parts.events.unpipe(this.answer)
    this.answer.end()
  }

  #cutOff(): void {
    this.answer.destroy()
  }
}
