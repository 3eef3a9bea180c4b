import type { ServerResponse } from 'node:http'
import { clock } from '#kernel/state/clock'

const EVERY_MS = 10_000

interface Reading {
  taken: number
  /** Of `clock.elapsed()`: when it was seen that something had been taken. */
  since: number
}

/** Cuts answers off of which nothing is taken for long: one timer looks after all of them. */
export class StalledReaders {
  readonly #readings = new Map<ServerResponse, Reading>()
  #timer: NodeJS.Timeout | null = null

  constructor(private readonly longestMs: () => number) {}

  watch(reader: ServerResponse): void {
    if (reader.destroyed) return
    this.#readings.set(reader, { taken: takenBy(reader), since: clock.elapsed() })
    reader.once('close', () => this.#readings.delete(reader))
    this.#timer ??= setInterval(() => this.look(), EVERY_MS).unref()
  }

  look(): void {
    const now = clock.elapsed()
    for (const [reader, { taken, since }] of this.#readings) {
      const takenNow = takenBy(reader)
      const isWaitingForItsTurn = reader.socket === null
      if (isWaitingForItsTurn || takenNow !== taken)
        this.#readings.set(reader, { taken: takenNow, since: now })
      else if (now - since >= this.longestMs()) reader.destroy()
    }
  }
}

function takenBy({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0
}
