/** Frames that may wait for their turn: of one socket, and of one that has not said who it is. */
const MOST_FRAMES = 512
const MOST_BYTES = 512 * 1024
const MOST_BYTES_OF_ANYBODY = 64 * 1024

/** What came over a socket and waits for what came before. */
export class Inbox {
  #bytes = 0
  #frames: Buffer[] = []

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  /** `false` where there is no room for it; one has room in any case. */
  add(frame: Buffer, isKnown: boolean): boolean {
    const most = isKnown ? MOST_BYTES : MOST_BYTES_OF_ANYBODY
    const isFull = this.#frames.length >= MOST_FRAMES || this.#bytes + frame.length > most
    if (isFull && !this.isEmpty) return false
    this.#frames.push(frame)
    this.#bytes += frame.length
    return true
  }

  take(): Buffer | undefined {
    const frame = this.#frames.shift()
    this.#bytes -= frame?.length ?? 0
    return frame
  }

  clear(): void {
    this.#frames = []
    this.#bytes = 0
  }
}
