/** Frames that may wait for their turn. */
const MOST_FRAMES = 512

/** From this on nothing more is read of a socket, until most of it is gone: whoever sends waits then. */
const FULL_BYTES = 256 * 1024
/** Of who has not said who it is. */
const FULL_BYTES_OF_ANYBODY = 64 * 1024

/** What came over a socket and waits for what came before. */
export class Inbox {
  #bytes = 0
  #frames: Buffer[] = []

  get isEmpty(): boolean {
    return this.#frames.length === 0
  }

  isFull(isKnown: boolean): boolean {
    return this.#bytes >= (isKnown ? FULL_BYTES : FULL_BYTES_OF_ANYBODY)
  }

  get hasRoom(): boolean {
    return this.#bytes <= FULL_BYTES_OF_ANYBODY / 2
  }

  /** `false` where too many wait. */
  add(frame: Buffer): boolean {
    if (this.#frames.length >= MOST_FRAMES) return false
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
