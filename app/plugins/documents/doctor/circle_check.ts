import { inject } from '@adonisjs/core'
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kernel/errors/main'
import { firstBytes } from '#plugins/files/main'
import {
  ConverterError,
  ConverterService,
  type ConversionEnd,
} from '../editor/converter_service.js'
import { EditorSettings } from '../editor/editor_settings.js'
import {
  ALGORITHM_REMEDY,
  isOtherAlgorithm,
  TAKEN_ALGORITHM,
  type OtherAlgorithm,
} from '../editor/other_algorithm.js'
import { orRefusal } from '../or_refusal.js'
import { OutputDownload } from '../editor/output_download.js'
import { doubtful, failed, fine, skipped, type Finding } from './finding.js'
import {
  PROBE_BYTES,
  ProbeContent,
  readProbe,
  type ProbeSignature,
} from '../editor/probe_content.js'
import type { OwnSide } from './own_side_check.js'
import { StorageCheck } from './storage_check.js'

const FETCHING = 'fetching'
const SIGNATURE = 'its signature'
const FILES = 'its files'

export const CIRCLE = [FETCHING, SIGNATURE, FILES] as const

const SIGNATURES: Record<string, [detail: string, remedy: string]> = {
  wrong: [
    'What it signs to us is signed with another secret, so every save of it is refused',
    'Set services.CoAuthoring.secret.outbox of the document server to EDITOR_JWT_SECRET, as its inbox',
  ],
  expired: [
    'What it signs to us has expired when it comes, so every save of it is refused',
    'Set the clocks of both machines by the same time server',
  ],
  none: [
    'It does not sign what it sends to us, so its saves cannot be told from forged ones',
    'Set services.CoAuthoring.token.enable.request.outbox to true in the document server',
  ],
}

const ASIDE: [detail: string, remedy: string] = [
  'It signs to us in another header than Authorization, where nothing is looked for: what it does not sign in the body counts as unsigned, and a save whose history is longer than 10 MB is refused',
  'Set services.CoAuthoring.token.outbox.header of the document server to Authorization, and its prefix to Bearer',
]

/**
 * Has the document server fetch something of ours, convert it and hand it out: the way of every document and every
 * save, with its addresses, filters and both directions of the secret.
 */
@inject()
export class CircleCheck {
  constructor(
    private readonly settings: EditorSettings,
    private readonly converter: ConverterService,
    private readonly probe: ProbeContent,
    private readonly download: OutputDownload,
    private readonly storage: StorageCheck
  ) {}

  async examine(own: OwnSide): Promise<Finding[]> {
    const url = await this.probe.url()
    const end = await this.#converted(url)
    if (end instanceof Refusal) return skippedFrom(FETCHING, end.message)
    if (end === 'endless') return this.#slow()
    if (end.state === 'done') return [this.#fetched(url), ...(await this.#fetchBack(end.url))]
    if (end.error === ConverterError.token) {
      return skippedFrom(FETCHING, 'It does not accept our signature')
    }
    if (end.error === ConverterError.download) {
      const finding = this.#unreached(own)
      return [finding, ...skippedFrom(SIGNATURE, 'It has fetched nothing')]
    }
    return [this.#fetched(url), ...unconverted(end.error)]
  }

  async #converted(url: string): Promise<ConversionEnd | Refusal | 'endless'> {
    const signal = AbortSignal.timeout(this.settings.config.probeSeconds * 1000)
    const order = { key: randomUUID(), url, fileType: 'rtf', outputType: 'txt' }
    try {
      return await orRefusal(this.converter.complete(order, { signal }))
    } catch (error) {
      if (signal.aborted) return 'endless'
      throw error
    }
  }

  #unreached({ isOurs, isWell }: OwnSide): Finding {
    const base = this.settings.publicUrl('')
    const detail = `It cannot fetch from ${base}`
    if (!isOurs)
      return failed(FETCHING, detail, 'Set EDITOR_PUBLIC_BASE_URL to an address that is ours')
    if (!isWell) return skipped(FETCHING, `${detail}, but our service is not well; mend that first`)
    return failed(
      FETCHING,
      detail,
      `Let its network reach ${base}/actuator/health; for a private address, switch its JWT on and leave externalRequest.directIfIn.jwtToken of the document server at true`
    )
  }

  #fetched(url: string): Finding {
    return fine(FETCHING, `It fetches from ${new URL(url).origin}`)
  }

  #slow(): Finding[] {
    const { probeSeconds } = this.settings.config
    const finding = failed(
      FETCHING,
      `It has not fetched and converted a line of text in ${probeSeconds} s`,
      'See whether its converter runs, and whether its network lets it reach EDITOR_PUBLIC_BASE_URL'
    )
    return [finding, ...skippedFrom(SIGNATURE, 'It has fetched nothing yet')]
  }

  async #fetchBack(url: string): Promise<Finding[]> {
    try {
      await using output = await this.download.fetchAny(url)
      const said = readProbe((await firstBytes(output.path, PROBE_BYTES)).toString('utf8'))
      return [signatureFinding(said), fine(FILES, 'We fetch what it writes')]
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if ((await this.storage.examine()).state === 'failed')
        return skippedFrom(
          SIGNATURE,
          'Our storage takes nothing, so what it wrote cannot be received'
        )
      const unknown = skipped(SIGNATURE, 'What it converted could not be read')
      return [unknown, this.#unfetched(error)]
    }
  }

  #unfetched({ message }: Refusal): Finding {
    return failed(
      FILES,
      `What it writes cannot be fetched from ${this.settings.serverBase}: ${message}`,
      'Set EDITOR_DOCUMENT_SERVER_INTERNAL_URL to where this service reaches the document server, with its prefix'
    )
  }
}

function signatureFinding(said: ProbeSignature | null): Finding {
  if (said === null) return skipped(SIGNATURE, 'What it converted says nothing')
  if (said === 'good') return fine(SIGNATURE, 'We accept what it signs')
  if (said === 'aside') return doubtful(SIGNATURE, ...ASIDE)
  if (said !== 'none' && isOtherAlgorithm(said)) return otherwiseSigned(said)
  return failed(SIGNATURE, ...SIGNATURES[said]!)
}

function otherwiseSigned(algorithm: OtherAlgorithm): Finding {
  const detail = `What it signs to us is signed by ${algorithm}, and ${TAKEN_ALGORITHM} alone is taken, so every save of it is refused`
  return failed(SIGNATURE, detail, `Set ${ALGORITHM_REMEDY}`)
}

function unconverted(error: number): Finding[] {
  const detail = `It could not convert a line of text (error ${error})`
  const finding = failed(FILES, detail, 'See the log of the document server’s converter')
  return [skipped(SIGNATURE, 'It has converted nothing'), finding]
}

/** This and what follows from it. */
export function skippedFrom(first: (typeof CIRCLE)[number], reason: string): Finding[] {
  return CIRCLE.slice(CIRCLE.indexOf(first)).map((check) => skipped(check, reason))
}
