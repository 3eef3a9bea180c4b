import { ConversionFault, ConverterError, fetchSource } from './conversion_fetch.js'
import { convertBytes, isConvertible } from './converted_bytes.js'
import type { ConverterFaults } from './faults.js'
import type { Services } from './services.js'
import { TokenRefused, verifyToken, type Claims } from './tokens.js'

interface Task {
  done: Promise<unknown>
  path?: string
  fileType: string
  error?: number
}

const KEY = /^[0-9A-Za-z._=-]*$/
const EXTENSION = /^[a-zA-Z0-9]*$/
const TYPES = ['pdf', 'docx', 'odt', 'rtf', 'txt', 'html', 'xlsx', 'ods', 'csv', 'pptx', 'odp']

/**
 * What `POST /converter` answers: always HTTP 200. One key and output type is one conversion for good: who asks again
 * is told how far it is, and that it failed as often as they ask.
 */
export class Converter {
  readonly #services: Services
  readonly #tasks = new Map<string, Task>()

  constructor(services: Services) {
    this.#services = services
  }

  async handle(path: string, bodyText: string, authorization: string | undefined): Promise<Claims> {
    const reply = await this.#answer(bodyText, authorization)
    const command = { c: 'convert', ...parse(bodyText) }
    this.#services.log.add({ kind: 'command', path, command, reply })
    return reply
  }

  async #answer(bodyText: string, authorization: string | undefined): Promise<Claims> {
    const order = this.#read(bodyText, authorization)
    if (!order) return { error: ConverterError.token }
    const { key, filetype, outputtype } = order
    const isSound = KEY.test(String(key)) && EXTENSION.test(String(filetype))
    if (!isSound || !TYPES.includes(String(outputtype))) return { error: ConverterError.input }
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
      task.path = await this.#convert(id, order, this.#faults)
    } catch (error) {
      task.error = error instanceof ConversionFault ? error.code : ConverterError.conversion
    }
  }

  async #convert(id: string, order: Claims, faults: ConverterFaults): Promise<string> {
    const [from, to] = [String(order.filetype), String(order.outputtype)]
    const source = await fetchSource(id, String(order.url), this.#services, faults)
    if (faults.error !== undefined) throw new ConversionFault(faults.error)
    if (!isConvertible(from, to)) throw new ConversionFault(ConverterError.conversion)
    const { store } = this.#services
    return store.keep(store.folder(id), to, convertBytes(source, from, to))
  }

  /** The percentage is 0 until it is 100, as the real server has it. */
  #progressOf(task: Task): Claims {
    if (this.#faults.endless) return { percent: 0, endConvert: false }
    if (task.error !== undefined) return { error: task.error }
    if (task.path === undefined) return { percent: 0, endConvert: false }
    const fileUrl = this.#services.store.link(task.path)
    return { fileUrl, fileType: task.fileType, percent: 100, endConvert: true }
  }

  get #faults(): ConverterFaults {
    return this.#services.faults.converter ?? {}
  }

  /** The signed order counts; the plain one only where no secret is set. Late and forged are answered alike. */
  #read(bodyText: string, authorization: string | undefined): Claims | undefined {
    const body = parse(bodyText)
    const { secret, now } = this.#services
    if (secret === undefined) return body
    const bearer = authorization?.match(/^Bearer (.+)$/)?.[1]
    const token = typeof body.token === 'string' ? body.token : bearer
    try {
      const claims = verifyToken(token ?? '', secret, now())
      return { ...claims, ...(claims.payload as Claims | undefined) }
    } catch (error) {
      if (error instanceof TokenRefused) return undefined
      throw error
    }
  }
}

function parse(text: string): Claims {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Claims) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
