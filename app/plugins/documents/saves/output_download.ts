import { inject } from '@adonisjs/core'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { E_PAYLOAD_TOO_LARGE, E_UNAVAILABLE } from '#kernel/http/errors'
import {
  inspectFile,
  TemporaryFiles,
  tooLarge,
  type FileKind,
  type TemporaryFile,
} from '#plugins/files/main'
import { EditorSettings } from '../editor/editor_settings.js'
import { E_EDITOR_URL } from '../errors.js'

const UNSOUND: FileKind = { extension: 'bin', mimeType: 'application/octet-stream' }

export interface Output extends FileKind, TemporaryFile {}

/** Fetches what the document server has written, from the document server and nowhere else. */
@inject()
export class OutputDownload {
  constructor(
    private readonly settings: EditorSettings,
    private readonly temporary: TemporaryFiles
  ) {}

  /**
   * @param fileType that the bytes must be of, such as `docx`
   * @throws E_EDITOR_URL for a file that lies elsewhere and E_PAYLOAD_TOO_LARGE for one that is too large, both for
   * good; E_UNAVAILABLE, with a message for the log, for whatever may be better next time
   */
  fetch(url: string, fileType: string): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOf(file, fileType))
  }

  /** The same, whatever it is and in whatever state. */
  fetchAny(url: string): Promise<Output> {
    return this.#fetch(url, ({ path, size }) => inspectFile(path, size, '').catch(() => UNSOUND))
  }

  async #fetch(url: string, kindOf: (file: TemporaryFile) => Promise<FileKind>): Promise<Output> {
    const file = await this.#receive(url)
    try {
      if (file.size === 0) throw new E_UNAVAILABLE('The file came empty')
      return Object.assign(file, await kindOf(file))
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  async #receive(text: string): Promise<TemporaryFile> {
    const url = this.settings.downloadUrl(text)
    if (!url) throw new E_EDITOR_URL()

    const { downloadLimit: limit, downloadSeconds } = this.settings.config
    const signal = AbortSignal.timeout(downloadSeconds * 1000)
    try {
      const response = await ask(url, signal)
      assertWhole(response, limit)
      return await this.temporary.receive(response, { limit, signal })
    } catch (error) {
      if (error instanceof E_PAYLOAD_TOO_LARGE || error instanceof E_UNAVAILABLE) throw error
      throw new E_UNAVAILABLE('The file could not be fetched', { cause: error })
    }
  }

  async #kindOf(file: TemporaryFile, fileType: string): Promise<FileKind> {
    try {
      const kind = await inspectFile(file.path, file.size, `output.${fileType}`)
      if (kind.extension === fileType) return kind
    } catch (error) {
      throw new E_UNAVAILABLE(`What came is no sound .${fileType}`, { cause: error })
    }
    throw new E_UNAVAILABLE(`What came is no .${fileType}`)
  }
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
  throw new E_UNAVAILABLE(`The document server answered ${statusCode} instead of the file`)
}
