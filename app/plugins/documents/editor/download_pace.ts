import { Readable } from 'node:stream'
import { E_UNAVAILABLE } from '#kernel/http/errors'

/** Bytes a second, over the longest wait: what comes slower would hold its place for hours, and is as good as nothing. */
const SLOWEST = 8 * 1024

interface Patience {
  idleSeconds: number
  /** For all of it. */
  seconds: number
}

/** Ends a download that takes too long, or brings next to nothing for too long. */
export class DownloadPace implements Disposable {
  readonly #end = new AbortController()
  readonly #idle: NodeJS.Timeout
  readonly #whole: NodeJS.Timeout
  readonly #least: number
  #came = 0

  constructor({ idleSeconds, seconds }: Patience) {
    this.#least = SLOWEST * idleSeconds
    this.#idle = this.#after(idleSeconds, tooSlow(this.#least, idleSeconds))
    this.#whole = this.#after(seconds, tooLong(seconds))
  }

  /** Its reason is what is told. */
  get signal(): AbortSignal {
    return this.#end.signal
  }

  /** @param source an answer that has begun */
  watched(source: Readable): Readable {
    this.#idle.refresh()
    return Readable.from(this.#pieces(source), { objectMode: false })
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#whole)
  }

  async *#pieces(source: Readable): AsyncGenerator<Buffer> {
    for await (const piece of source as AsyncIterable<Buffer>) {
      this.#note(piece.length)
      yield piece
    }
  }

  #note(bytes: number): void {
    this.#came += bytes
    if (this.#came < this.#least) return
    this.#came = 0
    this.#idle.refresh()
  }

  #after(seconds: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#end.abort(new E_UNAVAILABLE(message)), seconds * 1000)
  }
}

function tooSlow(least: number, seconds: number): string {
  return `The file came too slowly: less than ${Math.ceil(least / 1024)} KB in ${seconds} s (EDITOR_DOWNLOAD_IDLE_SECONDS)`
}

function tooLong(seconds: number): string {
  return `The file took longer than ${seconds} s to come (EDITOR_DOWNLOAD_SECONDS)`
}
