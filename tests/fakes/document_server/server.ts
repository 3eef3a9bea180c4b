import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { CommandService } from './command_service.js'
import { checkConfiguration, EditorRefusal, type EditorConfiguration } from './configuration.js'
import { PromptCourier, type Courier } from './courier.js'
import { Delivery, type Delivered, type Parcel } from './delivery.js'
import { Editor } from './editor.js'
import { EventLog, type LoggedEvent } from './event_log.js'
import type { Faults } from './faults.js'
import { HttpFront } from './http_front.js'
import { OutputStore } from './output_store.js'
import { Room } from './room.js'
import type { Services } from './services.js'

export interface FakeDocumentServerOptions {
  /** Shared with the host; unset, nothing is signed and nothing is checked. */
  secret?: string
  /** Milliseconds since 1970. */
  now?: () => number
  /** How the pauses between retries pass. Default: in real time. */
  wait?: (milliseconds: number) => Promise<void>
  /** When saves are sent, and what becomes of them on their way. Default: at once, and they arrive. */
  courier?: Courier
  /** Write the time into every file: the same content is never the same bytes. Default: false. */
  stamps?: boolean
  onEvent?: (event: LoggedEvent) => void
}

const VERSION = '9.3.1.10'

/** Plays the document editing server for the host under test, as its recordings show it. */
export class FakeDocumentServer {
  readonly faults: Faults = {}
  readonly log: EventLog
  readonly store: OutputStore
  readonly editors = new Map<string, Editor>()
  readonly #rooms = new Map<string, Room>()
  readonly #pending = new Set<Promise<unknown>>()
  readonly services: Services
  readonly #http: Server
  readonly #stopping = new AbortController()
  #opened = 0

  static async start(options: FakeDocumentServerOptions = {}): Promise<FakeDocumentServer> {
    const server = new FakeDocumentServer(options)
    server.#http.listen(0, '127.0.0.1')
    await once(server.#http, 'listening')
    return server
  }

  private constructor(options: FakeDocumentServerOptions) {
    const { secret, now = Date.now } = options
    const { signal } = this.#stopping
    const wait = options.wait ?? ((pause: number) => after(pause, undefined, { signal }))
    this.log = new EventLog(now, options.onEvent)
    this.store = new OutputStore(() => this.url, now)
    const { log, store, faults } = this
    const { stamps = false, courier = new PromptCourier(wait) } = options
    const delivery = new Delivery({ secret, now, courier, log })
    const track = this.#track.bind(this)
    const nextIndex = () => ++this.#opened
    const shared = { secret, version: VERSION, stamps, now, wait, log, store, faults }
    this.services = { ...shared, courier, delivery, track, nextIndex }
    const commands = new CommandService(this.services, (key) => this.#rooms.get(key))
    this.#http = createServer(new HttpFront(this, commands).listener)
  }

  /** Without a slash at the end: what `EDITOR_DOCUMENT_SERVER_URL` takes. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** Opens the configuration as a browser would; rejects with `EditorRefusal`. */
  async open(config: EditorConfiguration): Promise<Editor> {
    const counted = this.#check(config)
    const editor = new Editor(this.#roomFor(counted), counted, this.services)
    this.editors.set(editor.id, editor)
    await editor.join()
    return editor
  }

  /** A page whose connection broke comes back; rejects with `EditorRefusal` where it has to be loaded again. */
  async wake(editor: Editor): Promise<void> {
    await editor.wake(this.#rooms.get(editor.room.key))
    this.editors.set(editor.id, editor)
  }

  /** Sends a callback of the test's own making, well signed or not. */
  sendCallback(parcel: Parcel): Promise<Delivered> {
    return this.services.delivery.send(parcel)
  }

  /** A link to bytes of the test's own making, as if they were a finished save. */
  offer(bytes: Uint8Array, extension: string, key = 'offered'): string {
    return this.store.link(this.store.keep(this.store.folder(key), extension, bytes))
  }

  /** Ends as when the machine fails, and is back at once: what was changed is kept, who was in is out. */
  crash(): void {
    for (const editor of this.editors.values()) editor.vanish()
    this.editors.clear()
    for (const room of this.#rooms.values()) room.crash()
  }

  /** As a day after it was closed, and nothing of it was unsaved. */
  forget(key: string): void {
    this.#rooms.get(key)?.remove()
  }

  /** Knows of no key any more, and has no file. */
  loseStorage(): void {
    this.crash()
    this.#rooms.clear()
    this.store.clear()
  }

  /** The same, and nothing is known of what was before. */
  reset(): void {
    this.loseStorage()
    this.log.clear()
  }

  /** So many saves, forced or final, are not settled yet. */
  get underWay(): number {
    return this.#pending.size
  }

  /** Resolves when no callback is under way. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending)
  }

  /** What still waits for a retry rejects. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The fake document server was stopped'))
    this.#http.close()
    this.#http.closeAllConnections()
    if (this.#http.listening) await once(this.#http, 'close')
  }

  #check(config: EditorConfiguration): EditorConfiguration {
    const { secret, now, log } = this.services
    try {
      return checkConfiguration(config, { secret, now: now() })
    } catch (error) {
      if (!(error instanceof EditorRefusal)) throw error
      const { code, description } = error
      const message = { type: 'disconnectReason', code, description }
      const user = config.editorConfig.user?.id ?? ''
      log.add({ kind: 'editor', key: config.document.key, user, message })
      throw error
    }
  }

  #roomFor(config: EditorConfiguration): Room {
    const { key } = config.document
    const room = this.#rooms.get(key) ?? new Room(config, this.services)
    this.#rooms.set(key, room)
    return room
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work)
    const done = () => this.#pending.delete(work)
    work.then(done, done)
    return work
  }
}
