import { inject } from '@adonisjs/core'
import { setTimeout } from 'node:timers/promises'
import { E_UNAVAILABLE } from '#kernel/errors/main'
import { ServerRequests } from './server_requests.js'

export const ConverterError = {
  timeout: -2,
  download: -4,
  password: -5,
  token: -8,
  size: -10,
} as const

export interface ConversionOrder {
  /** Identifies the conversion: a repeated order with the same key reports the progress. */
  key: string
  url: string
  fileType: string
  outputType: string
  title?: string
}

export type ConversionProgress = { state: 'running'; percent: number } | ConversionEnd

export type ConversionEnd = { state: 'done'; url: string } | { state: 'failed'; error: number }

export interface Waiting {
  /** Stops waiting; the conversion goes on. */
  signal: AbortSignal
  onProgress?: (percent: number) => Promise<void>
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

const PATHS = ['/converter', '/ConvertService.ashx'] as const

@inject()
export class ConverterService {
  constructor(private readonly requests: ServerRequests) {}

  /** Starts a conversion, or asks for the progress of the one with this key. */
  async convert({ fileType, outputType, ...order }: ConversionOrder): Promise<ConversionProgress> {
    const signed = { async: true, filetype: fileType, outputtype: outputType, ...order }
    const { members } = await this.requests.post({ paths: PATHS, members: signed, key: order.key })
    const { error, endConvert, fileUrl, percent } = members
    if (typeof error === 'number') return { state: 'failed', error }
    if (endConvert === true && typeof fileUrl === 'string') return { state: 'done', url: fileUrl }
    if (endConvert === false) return { state: 'running', percent: percentage(percent) }
    throw new E_UNAVAILABLE('The document server answers something else than a converter')
  }

  /** Repeats the order, with growing pauses, until the conversion ends. */
  async complete(order: ConversionOrder, { signal, onProgress }: Waiting): Promise<ConversionEnd> {
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const progress = await this.convert(order)
      if (progress.state !== 'running') return progress
      await onProgress?.(progress.percent)
      await setTimeout(pause, undefined, { signal })
    }
  }
}

function percentage(value: unknown): number {
  const percent = Math.floor(Number(value)) || 0
  return Math.min(Math.max(percent, 0), 100)
}
