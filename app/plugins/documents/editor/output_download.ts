import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { IncomingMessage } from 'node:http'
import {
  E_BAD_REQUEST,
  E_PAYLOAD_TOO_LARGE,
  E_TOO_MANY_REQUESTS,
  E_UNAVAILABLE,
} from '#kernel/http/errors'
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
import { LOCKABLE, PACKAGES, turnsOutAs } from '../document_types.js'
import { EditorSettings } from './editor_settings.js'
import { E_EDITOR_URL } from '../errors.js'
import { DownloadPace } from './download_pace.js'
import { aheadOf, ask, assertWhole, isFramed, momentOf } from './output_answer.js'
import { TooLargeUnpacked } from './too_large_unpacked.js'
import { UnsoundFile } from './unsound_file.js'

const UNLOOKED = [E_TOO_MANY_REQUESTS, E_UNAVAILABLE, E_BAD_REQUEST]
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

/** In bytes, where nothing else is said. */
interface Bounds {
  /** Of the file, where it is less than what a save may have. */
  largest?: number
  /** Of whom it is fetched for. */
  room?: number
  /** What it may take where somebody waits for it, where a save may take longer. */
  seconds?: number
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
   * @param bounds the room of whom it is fetched for, and the time; a save is fetched whatever room there is
   * @throws E_STORAGE_FULL for a file that does not fit into the room; E_EDITOR_URL for what is no address and E_PAYLOAD_TOO_LARGE for a file that is too large, both for good;
   * E_UNAVAILABLE, with a message for the log, for whatever may be better next time
   */
  fetch(
    url: string,
    fileType: string,
    bounds: Pick<Bounds, 'room' | 'seconds'> = {}
  ): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOf(file, fileType), bounds)
  }

  /**
   * The same of a save, also where it is under a password: nobody here can see then whether it is what it is said to be. With
   * macros it is what it is, however it is named.
   */
  fetchSave(url: string, fileType: string): Promise<Output> {
    return this.#fetch(url, (file) => this.#kindOfSave(file, fileType), {})
  }

  /**
   * The same, whatever it is and in whatever state.
   *
   * @param largest bytes, beyond which it is too large, where a save may have more
   */
  fetchAny(url: string, largest = Infinity): Promise<Output> {
    const kindOf = async (file: Received) => {
      assertNotEmpty(file, '')
      return this.#inspect(file, '').catch((error) => {
        if (isUnlooked(error)) throw error
        return UNSOUND
      })
    }
    return this.#fetch(url, kindOf, { largest })
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
    const signal = AbortSignal.timeout(this.settings.config.downloadIdleSeconds * 1000)
    let response: Awaited<ReturnType<typeof ask>> | undefined
    try {
      response = await ask(url, signal)
      return response.on('error', () => undefined).destroy()
    } catch (error) {
      throw new E_UNAVAILABLE('The file could not be asked about', { cause: error })
    }
  }

  async #fetch(
    url: string,
    kindOf: (file: Received) => Promise<FileKind>,
    bounds: Bounds
  ): Promise<Output> {
    const file = await this.#receive(url, bounds)
    try {
      return Object.assign(file, await kindOf(file))
    } catch (error) {
      await file[Symbol.asyncDispose]()
      throw error
    }
  }

  async #receive(text: string, bounds: Bounds): Promise<Received> {
    const url = this.settings.downloadUrl(text)
    if (!url) throw new E_EDITOR_URL()
    if (!this.settings.isOfServer(text)) {
      const { protocol, host: named } = new URL(text)
      this.logger.warn({ protocol, named, from: url.host }, 'a file is named at another address')
    }

    const { downloadLimit } = this.settings.config
    const { largest = downloadLimit, room = Infinity } = bounds
    const most = Math.min(downloadLimit, largest)
    const limit = Math.min(most, room)
    using pace = this.#paceOf(bounds)
    const { signal } = pace
    let response: Awaited<ReturnType<typeof ask>> | undefined
    try {
      response = await ask(url, signal)
      assertWhole(response, limit)
      const about = {
        writtenAt: momentOf(response.headers['last-modified']),
        aheadMs: aheadOf(response.headers.date),
        isFramed: isFramed(response),
      }
      const received = await this.temporary.receive(pace.watched(response), { limit, signal })
      return Object.assign(received, about)
    } catch (error) {
      response?.destroy()
      const isTooLarge = error instanceof E_PAYLOAD_TOO_LARGE
      if (isTooLarge && limit < most) throw new fileErrors.E_STORAGE_FULL()
      if (isTooLarge || error instanceof E_UNAVAILABLE) throw error
      signal.throwIfAborted()
      throw new E_UNAVAILABLE('The file could not be fetched', { cause: error })
    }
  }

  #paceOf({ seconds = Infinity }: Bounds): DownloadPace {
    const { downloadSeconds, downloadIdleSeconds: idleSeconds } = this.settings.config
    return new DownloadPace({ idleSeconds, seconds: Math.min(seconds, downloadSeconds) })
  }

  async #kindOfSave(file: Received, fileType: string): Promise<FileKind> {
    const isLocked = LOCKABLE.has(fileType) && (await isUnderPassword(file.path))
    if (!isLocked) return this.#kindOf(file, fileType, turnsOutAs(fileType))
    if (!file.isFramed) throw new E_UNAVAILABLE(UNFRAMED)
    return { extension: fileType, mimeType: UNDER_PASSWORD.mimeType }
  }

  async #kindOf(
    file: Received,
    fileType: string,
    fitting: readonly string[] = [fileType]
  ): Promise<FileKind> {
    const name = fitting.length === 1 ? `output.${fileType}` : ''
    if (!file.isFramed && !endsVisibly(fileType)) throw new E_UNAVAILABLE(UNFRAMED)
    assertNotEmpty(file, name)
    try {
      const kind = await this.#inspect(file, name)
      if (fitting.includes(kind.extension)) return kind
    } catch (error) {
      if (error instanceof PackageTooLarge) throw this.#tooLarge(error)
      if (isUnlooked(error)) throw error
      throw new UnsoundFile(`What came is no sound .${fileType}`, file.sha256, { cause: error })
    }
    throw new UnsoundFile(`What came is no .${fileType}`, file.sha256)
  }

  #inspect({ path, size }: Received, name: string): Promise<FileKind> {
    return inspectFile(path, size, name, this.settings.packageBounds)
  }

  #tooLarge(error: PackageTooLarge): TooLargeUnpacked {
    const { mostUnpacked } = this.settings.packageBounds
    return new TooLargeUnpacked(error.message, mostUnpacked, { cause: error })
  }
}

const UNFRAMED =
  'The file came without a length, so nobody can tell whether all of it came; have what stands before the document server pass Content-Length on'

/** Too many others wait to be looked into, or whoever asked has left: that says nothing of the file. */
function isUnlooked(error: unknown): boolean {
  return UNLOOKED.some((Refusal) => error instanceof Refusal)
}

/** A package has its table of contents at its end. */
function endsVisibly(fileType: string): boolean {
  return PACKAGES.has(fileType) || fileType === 'zip'
}

/** @throws UnsoundFile */
function assertNotEmpty({ size, sha256 }: TemporaryFile, name: string): void {
  if (size === 0 && !mayBeEmpty(name)) throw new UnsoundFile('The file came empty', sha256)
}
