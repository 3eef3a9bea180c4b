import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { OutputFault } from './faults.js'
import type { StoredFile } from './output_store.js'
import type { Services } from './services.js'

type Serve = (response: ServerResponse, file: StoredFile, url: URL) => Promise<void> | void

const FILLER = Buffer.alloc(64 * 1024, 'PK')
const PIECES = 10
const PAUSE_MS = 20

function* endless(): Generator<Buffer> {
  for (;;) yield FILLER
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / PIECES)
  for (let at = 0; at < bytes.length; at += size) {
    await pause(PAUSE_MS)
    yield bytes.subarray(at, at + size)
  }
}

const half = ({ bytes }: StoredFile): Uint8Array => bytes.subarray(0, bytes.length >> 1)

const begin = (response: ServerResponse, file: StoredFile, length = file.bytes.length) =>
  response.writeHead(200, headersOf(file, length))

const whole = (response: ServerResponse, file: StoredFile, bytes = file.bytes) =>
  void begin(response, file, bytes.length).end(bytes)

const headersOf = ({ type, savedAt }: StoredFile, length: number) => ({
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'public, max-age=0',
  'Content-Disposition': 'attachment',
  'Content-Length': length,
  'Content-Type': type,
  ...(savedAt && {
    'ETag': `W/"${length.toString(16)}-${savedAt.getTime().toString(16)}"`,
    'Last-Modified': savedAt.toUTCString(),
  }),
})

function redirect(response: ServerResponse, _file: StoredFile, url: URL): void {
  const location = new URL(url)
  location.searchParams.set('redirected', '1')
  response.writeHead(302, { Location: location.href }).end()
}

const FAULTY: Record<OutputFault, Serve> = {
  truncated: (response, file) =>
    void begin(response, file).write(half(file), () => response.destroy()),
  cut: (response, file) => whole(response, file, half(file)),
  empty: (response, file) => whole(response, file, new Uint8Array()),
  html: (response) =>
    void response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>Sign in</title><p>Please sign in.'),
  hanging: () => undefined,
  stalling: (response, file) => void begin(response, file).write(half(file)),
  slow: (response, file) => pipeline(inPieces(file.bytes), begin(response, file)),
  redirecting: redirect,
  tooLarge: (response, { type }) =>
    pipeline(endless, response.writeHead(200, { 'Content-Type': type })),
  notFound: (response) => void response.writeHead(404).end(),
  unavailable: (response) => void response.writeHead(503).end(),
}

/** Serves what the store holds, well or, where a test asks for it, amiss. */
export class OutputDownloads {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  async handle(response: ServerResponse, url: URL): Promise<void> {
    const { store, log } = this.#services
    const file = store.open(url)
    if (!file) {
      log.add({ kind: 'download', path: url.pathname, status: 403 })
      return void response.writeHead(403).end()
    }
    const fault = url.searchParams.has('redirected') ? undefined : this.#takeFault()
    log.add({ kind: 'download', path: url.pathname, status: 200, fault })
    try {
      await (fault ? FAULTY[fault](response, file, url) : whole(response, file))
    } catch (error) {
      if (!response.destroyed) throw error
    }
  }

  #takeFault(): OutputFault | undefined {
    const { faults } = this.#services
    if (faults.output === undefined || faults.outputTimes === undefined) return faults.output
    return faults.outputTimes-- > 0 ? faults.output : undefined
  }
}
