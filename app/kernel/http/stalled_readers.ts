import type { ServerResponse } from 'node:http'
import { clock } from '#kernel/state/main'

const EVERY_MS = 10_000

/** Slower than any line, on average over the time that is waited: whoever takes less takes as good as nothing. */
const LEAST_BYTES_A_SECOND = 1024

interface Reading {
  taken: number
  /** Of `clock.elapsed()`: when it was seen that enough had been taken. */
  since: number
}

/** Cuts answers off of which as good as nothing is taken for long: one timer looks after all of them. */
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
    const least = (this.longestMs() / 1000) * LEAST_BYTES_A_SECOND
    for (const [reader, { taken, since }] of this.#readings) {
      const takenNow = takenBy(reader)
      const isWaitingForItsTurn = reader.socket === null
      if (isWaitingForItsTurn || takenNow - taken >= least)
        this.#readings.set(reader, { taken: takenNow, since: now })
      else if (now - since >= this.longestMs()) reader.destroy()
    }
  }
}

function takenBy({ socket }: ServerResponse): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0
}
