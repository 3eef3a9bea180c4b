import { inject } from '@adonisjs/core'
import type { IncomingMessage } from 'node:http'
import {
  E_BAD_REQUEST,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
  E_UNAVAILABLE,
} from '#kernel/errors/main'
import { say } from '#kernel/languages/main'
import {
  fileErrors,
  inspectFile,
  isUnderPassword,
  mayBeEmpty,
  PackageTooLarge,
  TemporaryFiles,
  UNDER_PASSWORD,
  type FileKind,
  type TemporaryFile,
} from '#plugins/files/main'
import { LOCKABLE, turnsOutAs } from '../document_types.js'
import { E_EDITOR_URL } from '../errors.js'
import { EditorSettings } from './editor_settings.js'
import { ask, assertWhole } from './output_answer.js'
import { UnsoundFile } from './unsound_file.js'

/** These say nothing about the file: the inspection is busy, or was interrupted. */
const NOT_INSPECTED = [E_TOO_MANY_REQUESTS, E_UNAVAILABLE, E_BAD_REQUEST]
const UNSOUND: FileKind = { extension: 'bin', mimeType: 'application/octet-stream' }

/** `Last-Modified`, in milliseconds by the document server's clock; `null` without one. */
interface Written {
  writtenAt: number | null
}

export interface Output extends FileKind, TemporaryFile, Written {}

type Received = TemporaryFile & Written

interface Bounds {
  /** Size limit in bytes, where it is lower than `downloadLimit`. */
  largest?: number
  room?: number
  /** Time limit, where it is lower than `downloadSeconds`. */
  seconds?: number
}

/** Fetches files that the document server has written, always from its configured address. */
@inject()
export class OutputDownload {
  constructor(
    private readonly settings: EditorSettings,
    private readonly temporary: TemporaryFiles
  ) {}

  /** A retry changes neither E_EDITOR_URL nor E_PAYLOAD_TOO_LARGE; it may change AbsentFile, UnsoundFile, E_UNAVAILABLE. */
  fetch(
    url: string,
    fileType: string,
    bounds: Pick<Bounds, 'room' | 'seconds'> = {}
  ): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOf(file, [fileType]), bounds)
  }

  /** Also takes an encrypted file, which cannot be inspected, and a file with macros, whatever its name is. */
  fetchSave(url: string, fileType: string): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOfSave(file, fileType))
  }

  /** Takes a file of any type, also a damaged one. */
  fetchAny(url: string, largest = Infinity): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOfAny(file), { largest })
  }

  async #fetch(
    url: string,
    kindOf: (file: Received) => Promise<FileKind>,
    bounds: Bounds = {}
  ): Promise<Output> {
    const file = await this.#receive(url, bounds)
    try {
      return Object.assign(file, await kindOf(file))
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  async #receive(text: string, { largest = Infinity, ...bounds }: Bounds): Promise<Received> {
    const { downloadLimit, downloadSeconds, downloadIdleSeconds } = this.settings.config
    const { room = Infinity, seconds = downloadSeconds } = bounds
    const url = this.settings.downloadUrl(text)
    if (!url) throw new E_EDITOR_URL()

    const most = Math.min(downloadLimit, largest)
    const longestMs = Math.min(seconds, downloadSeconds) * 1000
    try {
      return await this.#received(url, Math.min(most, room), longestMs, downloadIdleSeconds)
    } catch (error) {
      const isTooLarge = error instanceof E_PAYLOAD_TOO_LARGE
      if (isTooLarge && room < most) throw new fileErrors.E_STORAGE_FULL()
      if (isTooLarge || error instanceof E_UNAVAILABLE) throw error
      throw new E_UNAVAILABLE('The file could not be fetched', { cause: error })
    }
  }

  async #received(url: URL, limit: number, longestMs: number, idleSeconds: number) {
    const end = new AbortController()
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(longestMs)])
    let response: IncomingMessage | undefined
    try {
      response = await ask(url, signal, { end, idleSeconds })
      assertWhole(response, limit)
      const writtenAt = momentOf(response.headers['last-modified'])
      return Object.assign(await this.temporary.receive(response, { limit, signal }), { writtenAt })
    } catch (error) {
      response?.destroy()
      if (!signal.aborted) throw error
      throw new E_UNAVAILABLE(TOO_SLOW, { cause: error })
    }
  }

  async #kindOfSave(file: Received, fileType: string): Promise<FileKind> {
    const isLocked = LOCKABLE.has(fileType) && (await isUnderPassword(file.path))
    if (isLocked) return { extension: fileType, mimeType: UNDER_PASSWORD.mimeType }
    return this.#kindOf(file, turnsOutAs(fileType))
  }

  async #kindOfAny(file: Received): Promise<FileKind> {
    assertNotEmpty(file, '')
    try {
      return await this.#inspect(file, '')
    } catch (error) {
      if (isNotInspected(error)) throw error
      return UNSOUND
    }
  }

  async #kindOf(file: Received, fitting: readonly string[]): Promise<FileKind> {
    const [fileType] = fitting
    const name = fitting.length === 1 ? `output.${fileType}` : ''
    assertNotEmpty(file, name)
    try {
      const kind = await this.#inspect(file, name)
      if (fitting.includes(kind.extension)) return kind
    } catch (error) {
      if (error instanceof PackageTooLarge) throw tooLargeUnpacked(error)
      if (isNotInspected(error)) throw error
      throw new UnsoundFile(`The file is not a sound .${fileType}`, { cause: error })
    }
    throw new UnsoundFile(`The file is not a .${fileType}`)
  }

  #inspect({ path }: Received, name: string): Promise<FileKind> {
    return inspectFile(path, name, this.settings.packageBounds)
  }
}

const TOO_SLOW =
  'The file took too long to arrive (downloadSeconds and downloadIdleSeconds of config/editor.ts)'

function tooLargeUnpacked(error: PackageTooLarge): Error {
  const message = say`${error.message}; raise unpackedLimit of config/editor.ts`
  return new E_PAYLOAD_TOO_LARGE(message, { cause: error })
}

function isNotInspected(error: unknown): boolean {
  return NOT_INSPECTED.some((Fault) => error instanceof Fault)
}

function assertNotEmpty({ size }: TemporaryFile, name: string): void {
  if (size === 0 && !mayBeEmpty(name)) throw new UnsoundFile('The file is empty')
}

function momentOf(header: string | undefined): number | null {
  const moment = Date.parse(header ?? '')
  return Number.isNaN(moment) ? null : moment
}
