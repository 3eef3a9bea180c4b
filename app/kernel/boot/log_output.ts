import { write, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers'
import { clock } from '#kernel/state/main'

/** So many bytes of the log are kept while it cannot be written. */
const MOST_KEPT = 1024 * 1024

const RETRY_MS = 100

/** Of the last lines, a reader that is slow gets so long. */
const LAST_TRIES = 50
const LAST_TRY_MS = 20

const WARN = 40

/**
 * Where the log goes. While it cannot be written, as on a full disk or when its reader went away, the service goes on:
 * the log waits, and is written once it can be, with how many lines were left out meanwhile. The streams that pino makes
 * end the process then, stop for good (EPIPE), or try for ever while nothing else is done (sonic-boom's `flushSync`).
 */
export class LogOutput {
  #waiting: Buffer[] = []
  /** With what is under way. */
  #bytes = 0
  #leftOut = 0
  #isBusy = false

  constructor(
    private readonly fd: number,
    private readonly name: string
  ) {}

  write(line: string): void {
    if (this.#bytes >= MOST_KEPT) return void this.#leftOut++
    this.#add(line)
    if (!this.#isBusy) this.#next()
  }

  /** What waits is tried once more, before the process ends. */
  flushSync(): void {
    let tries = LAST_TRIES
    while (this.#waiting.length > 0) {
      const lines = Buffer.concat(this.#waiting)
      try {
        this.#waiting = []
        this.#written(lines, writeSync(this.fd, lines))
      } catch (error) {
        this.#waiting = [lines]
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries-- === 0) return
        pause(LAST_TRY_MS)
      }
    }
  }

  #add(line: string): void {
    const bytes = Buffer.from(line)
    this.#waiting.push(bytes)
    this.#bytes += bytes.length
  }

  #next(): void {
    this.#isBusy = this.#waiting.length > 0
    if (!this.#isBusy) return
    const lines = Buffer.concat(this.#waiting)
    this.#waiting = []
    write(this.fd, lines, (error, length) => {
      this.#written(lines, error ? 0 : length)
      if (error) setTimeout(() => this.#next(), RETRY_MS).unref()
      else this.#next()
    })
  }

  #written(lines: Buffer, length: number): void {
    this.#bytes -= length
    if (length < lines.length) this.#waiting.unshift(lines.subarray(length))
    else if (this.#leftOut > 0) this.#tellLeftOut()
  }

  #tellLeftOut(): void {
    const msg = `${this.#leftOut} lines of this log were left out: it could not be written`
    this.#leftOut = 0
    const about = { level: WARN, time: clock.machine(), pid: process.pid, hostname: hostname() }
    this.#add(`${JSON.stringify({ ...about, name: this.name, msg })}\n`)
  }
}

/** The log of a service: its standard output. */
export function logOutput(name: string): LogOutput {
  const output = new LogOutput(1, name)
  process.on('exit', () => output.flushSync())
  return output
}

/** What is not written by the log, such as what is announced, ends nothing either when it cannot be written. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
