import { inject } from '@adonisjs/core'
import { bearerIn } from './callback_payload.js'
import { readFromEditor } from './editor_jwt.js'
import { EditorSettings } from './editor_settings.js'
import { OTHER_ALGORITHMS } from './other_algorithm.js'
import { E_EDITOR_TOKEN } from '../errors.js'

/**
 * How whoever fetched the probe had signed that; `aside`: well, and where no callback’s signature is looked for. What is by the
 * algorithm `none` is not signed.
 */
export const PROBE_SIGNATURES = ['good', 'aside', 'expired', 'wrong', ...OTHER_ALGORITHMS] as const
export type ProbeSignature = (typeof PROBE_SIGNATURES)[number]

const PROBE_PATH = '/app/document/editor/probe'
const SIGNED = /^(?:\S+ )?([\w-]+\.[\w-]+\.[\w-]+)$/
const MARK = /chancery-probe:(\w+)/

/** The probe is a line, with a mark before it and in UTF-16 at most. */
export const PROBE_BYTES = 4096

/**
 * A text that tells how it was fetched. It goes to the document server and comes back converted, so that the two
 * processes of a service and its doctor need nothing between them, and everything a save needs is tried.
 */
@inject()
export class ProbeContent {
  constructor(private readonly settings: EditorSettings) {}

  /** Where the document server fetches it. */
  async url(): Promise<string> {
    return this.settings.publicUrl(`${PROBE_PATH}?token=${await this.settings.tokens!.forProbe()}`)
  }

  /**
   * @param headers of the request: servers can be told to sign in another one than `Authorization`
   * @throws E_EDITOR_TOKEN
   */
  async rtf(token: string, headers: Record<string, unknown>): Promise<string> {
    const { tokens, off } = this.settings
    if (!tokens) throw new E_EDITOR_TOKEN(off!)
    if (!(await tokens.isProbe(token)))
      throw new E_EDITOR_TOKEN(await tokens.faultOf('probe', token))
    return `{\\rtf1\\ansi chancery-probe:${await this.#signature(headers)}}`
  }

  async #signature(headers: Record<string, unknown>): Promise<ProbeSignature> {
    const tokens = Object.values(headers).flatMap((value) => SIGNED.exec(String(value))?.[1] ?? [])
    const read = await Promise.all(tokens.map((one) => readFromEditor(this.settings.secret, one)))
    const signed = tokens.filter((_, index) => read[index]!.claims)
    const bearer = bearerIn(String(headers.authorization ?? ''))
    if (signed.length > 0) return signed.some((one) => one === bearer) ? 'good' : 'aside'
    const faults = read.flatMap(({ fault }) => fault ?? [])
    return faults.find((fault) => fault !== 'wrong') ?? faults[0] ?? 'none'
  }
}

/** What a converted probe says; `null` for a text that is none. */
export function readProbe(text: string): ProbeSignature | null {
  const [, said] = MARK.exec(text.replaceAll('\0', '')) ?? []
  return PROBE_SIGNATURES.find((one) => one === said) ?? null
}
