import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventLog } from './event_log.js'
import type { Faults, OutputFault } from './faults.js'
import type { OutputStore, StoredFile } from './output_store.js'

type Serve = (response: ServerResponse, file: StoredFile, url: URL) => Promise<void> | void

const FILLER = Buffer.alloc(64 * 1024, 'PK')

function* endless(): Generator<Buffer> {
  for (;;) yield FILLER
}

const PIECES = 10
const PAUSE_MS = 20

async function slow(response: ServerResponse, file: StoredFile): Promise<void> {
  response.writeHead(200, headersOf(file, file.bytes.length))
  await pipeline(inPieces(file.bytes), response)
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / PIECES)
  for (let at = 0; at < bytes.length; at += size) {
    await pause(PAUSE_MS)
    yield bytes.subarray(at, at + size)
  }
}

const half = ({ bytes }: StoredFile): Uint8Array => bytes.subarray(0, bytes.length >> 1)

function whole(response: ServerResponse, file: StoredFile, bytes = file.bytes): void {
  response.writeHead(200, headersOf(file, bytes.length)).end(bytes)
}

const headersOf = (file: StoredFile, length: number): Record<string, string | number> => ({
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'public, max-age=0',
  'Content-Disposition': 'attachment',
  'Content-Length': length,
  'Content-Type': file.type,
  'ETag': `W/"${length.toString(16)}-${file.savedAt.getTime().toString(16)}"`,
  'Last-Modified': file.savedAt.toUTCString(),
})

function undated(response: ServerResponse, file: StoredFile): void {
  const { 'ETag': _tag, 'Last-Modified': _written, ...headers } = headersOf(file, file.bytes.length)
  response.writeHead(200, headers).end(file.bytes)
}

async function flood(response: ServerResponse, file: StoredFile): Promise<void> {
  response.writeHead(200, { 'Content-Type': file.type })
  await pipeline(endless, response)
}

function redirect(response: ServerResponse, _file: StoredFile, url: URL): void {
  const location = new URL(url)
  location.searchParams.set('redirected', '1')
  response.writeHead(302, { Location: location.href }).end()
}

const FAULTY: Record<OutputFault, Serve> = {
  truncated: (response, file) => {
    response.writeHead(200, headersOf(file, file.bytes.length))
    response.write(half(file), () => response.destroy())
  },
  cut: (response, file) => whole(response, file, half(file)),
  empty: (response, file) => whole(response, file, new Uint8Array()),
  html: (response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>Sign in</title><p>Please sign in.')
  },
  hanging: () => undefined,
  stalling: (response, file) => {
    response.writeHead(200, headersOf(file, file.bytes.length)).write(half(file))
  },
  slow,
  redirecting: redirect,
  tooLarge: flood,
  notFound: (response) => void response.writeHead(404).end(),
  unavailable: (response) => void response.writeHead(503).end(),
}

/** Serves what the store holds, well or, where a test asks for it, amiss. */
export class OutputDownloads {
  readonly #store: OutputStore
  readonly #faults: Faults
  readonly #log: EventLog

  constructor(store: OutputStore, faults: Faults, log: EventLog) {
    this.#store = store
    this.#faults = faults
    this.#log = log
  }

  async handle(_request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const file = this.#store.open(url)
    if (!file) {
      this.#log.add({ kind: 'download', path: url.pathname, status: 403 })
      return void response.writeHead(403).end()
    }
    const fault = url.searchParams.has('redirected') ? undefined : this.#takeFault()
    this.#log.add({ kind: 'download', path: url.pathname, status: 200, fault })
    if (fault === undefined && this.#faults.undated) return undated(response, file)
    if (fault === undefined) return whole(response, file)
    await this.#serveAmiss(fault, response, file, url)
  }

  async #serveAmiss(
    fault: OutputFault,
    response: ServerResponse,
    file: StoredFile,
    url: URL
  ): Promise<void> {
    try {
      await FAULTY[fault](response, file, url)
    } catch (error) {
      if (!response.destroyed) throw error
    }
  }

  #takeFault(): OutputFault | undefined {
    const { output, outputTimes } = this.#faults
    if (output === undefined || outputTimes === undefined) return output
    if (outputTimes <= 0) return undefined
    this.#faults.outputTimes = outputTimes - 1
    return output
  }
}
