import { isIdentifier } from '#kernel/contracts/main'
import type { Operator } from '#kernel/acting/main'
import type { SignedTokens } from '#kernel/tokens/main'
import { say, type Text } from '#kernel/languages/main'
import type { AddressSeal } from './address_seal.js'

export interface ContentClaims {
  doc: number
  file: number
  /** The user whose browser has the URL; 0 for a request of this service. */
  user: number
  /** The login session of the user; 0 without one. */
  session: number
  /** The editing session, where the file is opened in one. */
  key?: string
}

export type Bearer = Pick<ContentClaims, 'user' | 'session'>

export const NOBODY: Bearer = { user: 0, session: 0 }

export function bearerOf({ id, sessionId }: Pick<Operator, 'id' | 'sessionId'>): Bearer {
  return { user: id, session: sessionId ?? 0 }
}

interface CallbackClaims {
  doc: number
  key: string
  /** The user whose configuration has the URL; 0 for a command of this service. */
  user: number
}

const HOUR = 3600
export const CONTENT_SECONDS = HOUR

/** Longer than any editing session. */
const CALLBACK_SECONDS = 30 * 24 * HOUR
const PROBE_SECONDS = 600

const PURPOSES = {
  content: 'editor-content+jwt',
  callback: 'editor-callback+jwt',
  source: 'editor-source+jwt',
  probe: 'editor-probe+jwt',
} as const
type Purpose = keyof typeof PURPOSES

/**
 * The tokens in the URLs that the document server requests. The browser sees them too, so each one is bound to a purpose,
 * a document, a file or session key, a user with a login, and a lifetime. They are signed with the secret that the document
 * server knows; those of files are sealed as well.
 */
export class EditorTokens {
  constructor(
    private readonly tokens: SignedTokens,
    private readonly seal: AddressSeal
  ) {}

  forContent(claims: ContentClaims): Promise<string> {
    return this.#sealed(PURPOSES.content, claims)
  }

  forSource(claims: ContentClaims): Promise<string> {
    return this.#sealed(PURPOSES.source, claims)
  }

  forCallback(claims: CallbackClaims): Promise<string> {
    return this.tokens.sign(PURPOSES.callback, { ...claims }, CALLBACK_SECONDS)
  }

  forProbe(): Promise<string> {
    return this.tokens.sign(PURPOSES.probe, {}, PROBE_SECONDS)
  }

  /** `null` unless the token is valid for this purpose and document; so are the next two. */
  content(token: string, documentId: number): Promise<ContentClaims | null> {
    return this.#unsealed(PURPOSES.content, token, documentId)
  }

  source(token: string, documentId: number): Promise<ContentClaims | null> {
    return this.#unsealed(PURPOSES.source, token, documentId)
  }

  async callback(token: string, documentId: number): Promise<CallbackClaims | null> {
    const claims = await this.tokens.verify(PURPOSES.callback, token)
    if (claims?.doc !== documentId || typeof claims.key !== 'string') return null
    return { doc: documentId, key: claims.key, user: Number(claims.user) }
  }

  async isProbe(token: string): Promise<boolean> {
    return (await this.tokens.verify(PURPOSES.probe, token)) !== null
  }

  async faultOf(purpose: Purpose, token: string): Promise<Text> {
    if (token === '') return say`The token is missing`
    const hasExpired = await this.tokens.hasExpired(PURPOSES[purpose], token)
    return hasExpired
      ? say`The token has expired; open the document again`
      : say`The token is invalid, or not for this`
  }

  #sealed(purpose: string, claims: ContentClaims): Promise<string> {
    const seal = this.seal.put(purpose, claims, CONTENT_SECONDS)
    return this.tokens.sign(purpose, { ...claims, ...seal }, CONTENT_SECONDS)
  }

  async #unsealed(purpose: string, token: string, doc: number): Promise<ContentClaims | null> {
    const claims = await this.tokens.verify(purpose, token)
    if (claims?.doc !== doc || !isNumbered(claims.file)) return null
    const session = isNumbered(claims.session) ? claims.session : 0
    const key = typeof claims.key === 'string' ? claims.key : undefined
    const read = { doc, file: claims.file, user: Number(claims.user), session, key }
    return this.seal.holds(purpose, read, claims) ? read : null
  }
}

function isNumbered(claim: unknown): claim is number {
  return typeof claim === 'number' && isIdentifier(claim)
}
