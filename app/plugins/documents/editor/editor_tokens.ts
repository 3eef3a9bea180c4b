import { isIdentifier } from '#kernel/http/query_parameters'
import type { Operator } from '#kernel/operator/operator'
import type { SignedTokens } from '#kernel/tokens/signed_tokens'
import type { AddressSeal } from './address_seal.js'

export interface ContentClaims {
  /** document */
  doc: number
  /** file */
  file: number
  /** In whose browser it stands; 0 for an order of our own, which nobody sees. */
  user: number
  /** The login in which they asked for it; 0 where there is none. */
  session: number
  /** What it is opened under in the editor. */
  key?: string
}

/** For whom an address is made. */
export type Bearer = Pick<ContentClaims, 'user' | 'session'>

export const NOBODY: Bearer = { user: 0, session: 0 }

export function bearerOf({ id, sessionId }: Pick<Operator, 'id' | 'sessionId'>): Bearer {
  return { user: id, session: sessionId ?? 0 }
}

export interface CallbackClaims {
  /** document */
  doc: number
  key: string
  /** Whose configuration it stands in; 0 for a question of our own. */
  user: number
}

const HOUR = 3600

/** Long enough for the document server to fetch what an editor was just opened with. */
export const CONTENT_SECONDS = HOUR

/** Beyond the longest editing session: nothing that happens in one may end it. */
export const CALLBACK_SECONDS = 30 * 24 * HOUR

const CONTENT = 'editor-content+jwt'
const CALLBACK = 'editor-callback+jwt'
const SOURCE = 'editor-source+jwt'
const PROBE = 'editor-probe+jwt'
const PURPOSES = { content: CONTENT, callback: CALLBACK, source: SOURCE, probe: PROBE }

/** Long enough for one examination. */
const PROBE_SECONDS = 600

/**
 * The tokens in the URLs that the document server calls. They pass through the browser, so by themselves they prove
 * nothing of who calls: each is bound to its purpose, one document, one file or key, one user and login, and a lifetime.
 * They are signed with the secret that the document server has as well; those of files carry our seal, too.
 */
export class EditorTokens {
  constructor(
    private readonly tokens: SignedTokens,
    private readonly seal: AddressSeal
  ) {}

  forContent(claims: ContentClaims): Promise<string> {
    return this.#sealed(CONTENT, claims)
  }

  /** @param claims the document in whose editor the file is used, and the file */
  forSource(claims: ContentClaims): Promise<string> {
    return this.#sealed(SOURCE, claims)
  }

  forCallback(claims: CallbackClaims): Promise<string> {
    return this.tokens.sign(CALLBACK, { ...claims }, CALLBACK_SECONDS)
  }

  /** `null` unless it is genuine, of this purpose and for this document. */
  async content(token: string, documentId: number): Promise<ContentClaims | null> {
    return this.#file(CONTENT, token, documentId)
  }

  /** `null` unless it is genuine, of this purpose and for this document. */
  async source(token: string, documentId: number): Promise<ContentClaims | null> {
    return this.#file(SOURCE, token, documentId)
  }

  /** `null` unless it is genuine, of this purpose and for this document. */
  async callback(token: string, documentId: number): Promise<CallbackClaims | null> {
    const claims = await this.tokens.verify(CALLBACK, token)
    if (claims?.doc !== documentId || typeof claims.key !== 'string') return null
    return { doc: documentId, key: claims.key, user: Number(claims.user) }
  }

  /** For a text that says nothing but how it was fetched. */
  forProbe(): Promise<string> {
    return this.tokens.sign(PROBE, {}, PROBE_SECONDS)
  }

  async isProbe(token: string): Promise<boolean> {
    return (await this.tokens.verify(PROBE, token)) !== null
  }

  /** Why a token is refused, for whoever reads the log. */
  async faultOf(purpose: keyof typeof PURPOSES, token: string): Promise<string> {
    if (token === '') return 'The token is missing'
    const hasExpired = await this.tokens.hasExpired(PURPOSES[purpose], token)
    return hasExpired
      ? 'The token has expired; open the document again'
      : 'The token is invalid, or not for this'
  }

  #sealed(purpose: string, claims: ContentClaims): Promise<string> {
    const seal = this.seal.put(purpose, claims, CONTENT_SECONDS)
    return this.tokens.sign(purpose, { ...claims, ...seal }, CONTENT_SECONDS)
  }

  async #file(purpose: string, token: string, documentId: number): Promise<ContentClaims | null> {
    const claims = await this.tokens.verify(purpose, token)
    if (claims?.doc !== documentId || !isNumbered(claims.file)) return null
    const session = isNumbered(claims.session) ? claims.session : 0
    const key = typeof claims.key === 'string' ? claims.key : undefined
    const user = Number(claims.user)
    const told = { doc: documentId, file: claims.file, user, session, key }
    return this.seal.holds(purpose, told, claims) ? told : null
  }
}

function isNumbered(claim: unknown): claim is number {
  return typeof claim === 'number' && isIdentifier(claim)
}
