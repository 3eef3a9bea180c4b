import { inject } from '@adonisjs/core'
import { setTimeout } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/http/errors'
import { ServerRequests } from './server_requests.js'

/** What `error` says in an answer. */
export const ConverterError = {
  unknown: -1,
  timeout: -2,
  conversion: -3,
  download: -4,
  password: -5,
  storage: -6,
  input: -7,
  token: -8,
  undetected: -9,
  size: -10,
} as const

export interface ConversionOrder {
  /** One conversion for good: asked again with it, the document server says how far it is. */
  key: string
  /** Where the document server fetches what is to be converted. */
  url: string
  /** Such as `docx`. */
  fileType: string
  outputType: string
  /** What the result is called. */
  title?: string
}

export type ConversionProgress = { state: 'running'; percent: number } | ConversionEnd

export type ConversionEnd = { state: 'done'; url: string } | { state: 'failed'; error: number }

export interface Waiting {
  /** Ends the waiting, not the conversion. */
  signal: AbortSignal
  /** Told each time it is not over yet. */
  onProgress?: (percent: number) => Promise<void>
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

const PATHS = ['/converter', '/ConvertService.ashx'] as const

/** Has the document server convert files. */
@inject()
export class ConverterService {
  constructor(private readonly requests: ServerRequests) {}

  /**
   * Begins a conversion or, where its key is known, asks how far it is. Answers at once.
   *
   * @throws E_EDITOR_OFF, E_UNAVAILABLE when the document server does not answer as one
   */
  async convert({ fileType, outputType, ...order }: ConversionOrder): Promise<ConversionProgress> {
    const signed = { async: true, filetype: fileType, outputtype: outputType, ...order }
    const { members } = await this.requests.post({ paths: PATHS, members: signed, key: order.key })
    const { error, endConvert, fileUrl, percent } = members
    if (typeof error === 'number') return { state: 'failed', error }
    if (endConvert === true && typeof fileUrl === 'string') return { state: 'done', url: fileUrl }
    if (endConvert === false) return { state: 'running', percent: percentage(percent) }
    throw new E_UNAVAILABLE('The document server answers something else than a converter')
  }

  /**
   * Asks again and again, ever less often, until it is over.
   *
   * @throws E_EDITOR_OFF, E_UNAVAILABLE; an `AbortError` when the signal ends the waiting
   */
  async complete(order: ConversionOrder, { signal, onProgress }: Waiting): Promise<ConversionEnd> {
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const progress = await this.convert(order)
      if (progress.state !== 'running') return progress
      await onProgress?.(progress.percent)
      await setTimeout(pause, undefined, { signal })
    }
  }
}

/** Whatever it says: a column of numbers is not to refuse it. */
function percentage(said: unknown): number {
  const percent = Math.floor(Number(said))
  return Number.isNaN(percent) ? 0 : Math.min(Math.max(percent, 0), 100)
}
