import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE } from '#kernel/http/errors'
import { clock } from '#kernel/state/clock'
import {
  fileErrors,
  inspectFile,
  mayBeEmpty,
  TemporaryFiles,
  tooLarge,
  type FileKind,
  type TemporaryFile,
} from '#plugins/files/main'
import { PACKAGES } from '../document_types.js'
import { EditorSettings } from './editor_settings.js'
import { E_EDITOR_URL } from '../errors.js'
import { AbsentFile } from './absent_file.js'
import { UnsoundFile } from './unsound_file.js'

const UNSOUND: FileKind = { extension: 'bin', mimeType: 'application/octet-stream' }

export interface Output extends FileKind, TemporaryFile {
  /** When the document server wrote it: milliseconds by its clock, to the second; `null` where it does not say. */
  writtenAt: number | null
  /** By how much our clock is ahead of its clock, up to a second less; `null` where it does not say. */
  aheadMs: number | null
}

interface Received extends TemporaryFile, Pick<Output, 'writtenAt' | 'aheadMs'> {
  /** Whether its end was told apart from the end of the connection. */
  isFramed: boolean
}

/** Fetches what the document server has written, from the document server and nowhere else. */
@inject()
export class OutputDownload {
  constructor(
    private readonly settings: EditorSettings,
    private readonly temporary: TemporaryFiles,
    private readonly logger: Logger
  ) {}

  /**
   * @param fileType that the bytes must be of, such as `docx`
   * @param room of whom it is fetched for, in bytes; a save is fetched whatever room there is
   * @throws E_STORAGE_FULL for a file that does not fit into the room; E_EDITOR_URL for what is no address and E_PAYLOAD_TOO_LARGE for a file that is too large, both for good;
   * E_UNAVAILABLE, with a message for the log, for whatever may be better next time
   */
  fetch(url: string, fileType: string, room = Infinity): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOf(file, fileType), room)
  }

  /** The same, whatever it is and in whatever state. */
  fetchAny(url: string): Promise<Output> {
    return this.#fetch(url, async (file) => {
      assertNotEmpty(file, '')
      return inspectFile(file.path, file.size, '').catch(() => UNSOUND)
    })
  }

  /** Whether the document server would hand out the same there still, by what it says of it before its bytes. */
  async isStill(text: string, { size, writtenAt }: Output): Promise<boolean> {
    const url = this.settings.downloadUrl(text)
    if (!url) throw new E_EDITOR_URL()
    const { headers, statusCode } = await this.#headOf(url)
    if (statusCode !== 200) return false
    const length = headers['content-length']
    return (
      momentOf(headers['last-modified']) === writtenAt &&
      (length === undefined || Number(length) === size)
    )
  }

  async #headOf(url: URL): Promise<IncomingMessage> {
    const signal = AbortSignal.timeout(this.settings.config.downloadSeconds * 1000)
    try {
      const response = await ask(url, signal)
      return response.on('error', () => undefined).destroy()
    } catch (error) {
      throw new E_UNAVAILABLE('The file could not be asked about', { cause: error })
    }
  }

  async #fetch(
    url: string,
    kindOf: (file: Received) => Promise<FileKind>,
    room = Infinity
  ): Promise<Output> {
    const file = await this.#receive(url, room)
    try {
      return Object.assign(file, await kindOf(file))
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  async #receive(text: string, room: number): Promise<Received> {
    const url = this.settings.downloadUrl(text)
    if (!url) throw new E_EDITOR_URL()
    if (!this.settings.isOfServer(text)) {
      const { protocol, host: named } = new URL(text)
      this.logger.warn({ protocol, named, from: url.host }, 'a file is named at another address')
    }

    const { downloadLimit, downloadSeconds } = this.settings.config
    const limit = Math.min(downloadLimit, room)
    const signal = AbortSignal.timeout(downloadSeconds * 1000)
    try {
      const response = await ask(url, signal)
      assertWhole(response, limit)
      const about = {
        writtenAt: momentOf(response.headers['last-modified']),
        aheadMs: aheadOf(response.headers.date),
        isFramed: isFramed(response),
      }
      return Object.assign(await this.temporary.receive(response, { limit, signal }), about)
    } catch (error) {
      const isTooLarge = error instanceof E_PAYLOAD_TOO_LARGE
      if (isTooLarge && limit < downloadLimit) throw new fileErrors.E_STORAGE_FULL()
      if (isTooLarge || error instanceof E_UNAVAILABLE) throw error
      throw new E_UNAVAILABLE('The file could not be fetched', { cause: error })
    }
  }

  async #kindOf(file: Received, fileType: string): Promise<FileKind> {
    const name = `output.${fileType}`
    if (!file.isFramed && !endsVisibly(fileType)) throw new E_UNAVAILABLE(UNFRAMED)
    assertNotEmpty(file, name)
    try {
      const kind = await inspectFile(file.path, file.size, name)
      if (kind.extension === fileType) return kind
    } catch (error) {
      throw new UnsoundFile(`What came is no sound .${fileType}`, file.sha256, { cause: error })
    }
    throw new UnsoundFile(`What came is no .${fileType}`, file.sha256)
  }
}

const UNFRAMED =
  'The file came without a length, so nobody can tell whether all of it came; have what stands before the document server pass Content-Length on'

/** What ends with its connection alone ends just so where that was cut. */
function isFramed({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** A package has its table of contents at its end. */
function endsVisibly(fileType: string): boolean {
  return PACKAGES.has(fileType) || fileType === 'zip'
}

/** @throws UnsoundFile */
function assertNotEmpty({ size, sha256 }: TemporaryFile, name: string): void {
  if (size === 0 && !mayBeEmpty(name)) throw new UnsoundFile('The file came empty', sha256)
}

function momentOf(header: string | undefined): number | null {
  const moment = Date.parse(header ?? '')
  return Number.isNaN(moment) ? null : moment
}

function aheadOf(header: string | undefined): number | null {
  const answeredAt = momentOf(header)
  return answeredAt === null ? null : clock.now() - answeredAt
}

/** Follows no redirects, and unpacks nothing. */
function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { 'accept-encoding': 'identity' }
  request(url, { signal, headers }).once('response', resolve).on('error', reject).end()
  return promise
}

/** @throws E_UNAVAILABLE, E_PAYLOAD_TOO_LARGE */
function assertWhole(response: IncomingMessage, limit: number): void {
  const { statusCode, headers } = response
  if (statusCode === 200 && !(Number(headers['content-length'] ?? 0) > limit)) return

  response.destroy()
  if (statusCode === 200) throw new E_PAYLOAD_TOO_LARGE(tooLarge(limit))
  const Fault = isRefusal(statusCode) ? AbsentFile : E_UNAVAILABLE
  throw new Fault(`The document server answered ${statusCode} instead of the file`)
}

function isRefusal(status = 0): boolean {
  return status >= 400 && status < 500 && status !== 429
}
