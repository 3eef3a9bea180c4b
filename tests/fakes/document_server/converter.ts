import { isIP } from 'node:net'
import { fetchOnce, repeatedly } from './content_fetch.js'
import { convertDocument } from './conversion.js'
import type { ConverterFaults } from './faults.js'
import { orderIn } from './orders.js'
import type { Services } from './services.js'
import { signToken, TokenRefused, type Claims } from './tokens.js'

const ConverterError = { conversion: -3, download: -4, token: -8 } as const

interface Task {
  done: Promise<unknown>
  path?: string
  fileType: string
  error?: number
}

class ConversionFault extends Error {
  constructor(readonly code: number) {
    super(`conversion error ${code}`)
  }
}

const PRIVATE = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./

/** What `POST /converter` answers: always HTTP 200. One key and output type is one conversion, and keeps its outcome. */
export class Converter {
  readonly #services: Services
  readonly #tasks = new Map<string, Task>()

  constructor(services: Services) {
    this.#services = services
  }

  async handle(path: string, bodyText: string, authorization: string | undefined): Promise<Claims> {
    const order = this.#read(bodyText, authorization)
    const reply = order ? await this.#answer(order) : { error: ConverterError.token }
    const command = { c: 'convert', ...order }
    this.#services.log.add({ kind: 'command', path, command, reply })
    return reply
  }

  async #answer(order: Claims): Promise<Claims> {
    const task = this.#taskFor(order)
    if (order.async !== true) await task.done
    return this.#progressOf(task)
  }

  #taskFor(order: Claims): Task {
    const id = `conv_${String(order.key)}_${String(order.outputtype)}`
    const known = this.#tasks.get(id)
    if (known) return known
    const task: Task = { done: Promise.resolve(), fileType: String(order.outputtype) }
    this.#tasks.set(id, task)
    task.done = this.#services.track(this.#run(id, order, task))
    return task
  }

  async #run(id: string, order: Claims, task: Task): Promise<void> {
    try {
      task.path = await this.#convert(id, order, task.fileType)
    } catch (error) {
      task.error = error instanceof ConversionFault ? error.code : ConverterError.conversion
    }
  }

  async #convert(id: string, order: Claims, to: string): Promise<string> {
    const faults = this.#faults
    const source = await this.#fetch(id, String(order.url), faults)
    if (faults.error !== undefined) throw new ConversionFault(faults.error)
    const { store } = this.#services
    return store.keep(store.folder(id), to, convertDocument(source, String(order.filetype), to))
  }

  async #fetch(key: string, url: string, faults: ConverterFaults): Promise<Uint8Array> {
    const { log, wait } = this.#services
    const body = await repeatedly(async () => {
      if (this.#isFiltered(url, faults)) return undefined
      return fetchOnce(key, url, { token: this.#tokenFor(url, faults), log })
    }, wait)
    if (body) return body
    throw new ConversionFault(ConverterError.download)
  }

  /** Without a secret, nothing is fetched from a private address. */
  #isFiltered(url: string, { addressFilter, unreachable }: ConverterFaults): boolean {
    if (unreachable !== undefined && url.startsWith(unreachable)) return true
    if (this.#services.secret !== undefined && addressFilter !== 'always') return false
    const { hostname } = new URL(url)
    return isIP(hostname) ? PRIVATE.test(hostname) : hostname === 'localhost'
  }

  #tokenFor(url: string, faults: ConverterFaults): string | undefined {
    const { secret, now } = this.#services
    if (secret === undefined || faults.unsigned) return undefined
    const { outboxSecret = secret, outboxAlgorithm: algorithm } = faults
    return signToken({ payload: { url } }, outboxSecret, now(), { algorithm })
  }

  /** The percentage is 0 until it is 100, as the real server has it. */
  #progressOf(task: Task): Claims {
    const isUnderWay = task.error === undefined && task.path === undefined
    if (this.#faults.endless || isUnderWay) return { percent: 0, endConvert: false }
    if (task.path === undefined) return { error: task.error }
    const fileUrl = this.#services.store.link(task.path)
    return { fileUrl, fileType: task.fileType, percent: 100, endConvert: true }
  }

  get #faults(): ConverterFaults {
    return this.#services.faults.converter ?? {}
  }

  /** Expired and forged are answered alike. */
  #read(bodyText: string, authorization: string | undefined): Claims | undefined {
    try {
      return orderIn(bodyText, authorization, this.#services)
    } catch (error) {
      if (error instanceof TokenRefused) return undefined
      throw error
    }
  }
}
