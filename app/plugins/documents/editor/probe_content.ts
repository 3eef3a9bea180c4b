import { inject } from '@adonisjs/core'
import { E_EDITOR_TOKEN } from '../errors.js'
import { bearerIn } from './callback_payload.js'
import { readFromEditor } from './editor_jwt.js'
import { EditorSettings } from './editor_settings.js'
import { OTHER_ALGORITHMS } from './other_algorithm.js'

/** How the document server signs its requests; `aside`: correctly, but not in the header where callbacks are verified. */
const PROBE_SIGNATURES = ['good', 'aside', 'expired', 'wrong', ...OTHER_ALGORITHMS] as const
export type ProbeSignature = (typeof PROBE_SIGNATURES)[number]

const PROBE_PATH = '/app/document/editor/probe'
const SIGNED = /^(?:\S+ )?([\w-]+\.[\w-]+\.[\w-]+)$/
const MARK = /chancery-probe:(\w+)/

export const PROBE_BYTES = 4096

/**
 * A text that says how the request for it was signed. The document server fetches and converts it, so the doctor reads the
 * finding from the converted file, and every step of a save is tried.
 */
@inject()
export class ProbeContent {
  constructor(private readonly settings: EditorSettings) {}

  async url(): Promise<string> {
    return this.settings.publicUrl(`${PROBE_PATH}?token=${await this.settings.tokens!.forProbe()}`)
  }

  /** @param headers of the request: a document server can be configured to sign in another one than `Authorization` */
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
    const valid = tokens.filter((_, index) => read[index]!.claims)
    const bearer = bearerIn(String(headers.authorization ?? ''))
    if (valid.length > 0) return valid.some((one) => one === bearer) ? 'good' : 'aside'
    const faults = read.flatMap(({ fault }) => fault ?? [])
    return faults.find((fault) => fault !== 'wrong') ?? faults[0] ?? 'none'
  }
}

export function readProbe(text: string): ProbeSignature | null {
  const [, found] = MARK.exec(text.replaceAll('\0', '')) ?? []
  return PROBE_SIGNATURES.find((one) => one === found) ?? null
}
