import type { SignedTokens } from '#kernel/tokens/signed_tokens'

export interface ContentClaims {
  /** document */
  doc: number
  /** file */
  file: number
  user: number
}

export interface CallbackClaims {
  /** document */
  doc: number
  key: string
  /** Who opened the session's first editor. */
  user: number
}

const HOUR = 3600

/** Long enough for the document server to fetch what an editor was just opened with. */
export const CONTENT_SECONDS = HOUR

/** Beyond the longest editing session: nothing that happens in one may end it. */
export const CALLBACK_SECONDS = 30 * 24 * HOUR

const CONTENT = 'editor-content+jwt'
const CALLBACK = 'editor-callback+jwt'

/**
 * The tokens in the URLs that the document server calls. They pass through the browser, so by themselves they prove
 * nothing of who calls: each is bound to its purpose, one document, one file or key, one user and a lifetime.
 */
export class EditorTokens {
  constructor(private readonly tokens: SignedTokens) {}

  forContent(claims: ContentClaims): Promise<string> {
    return this.tokens.sign(CONTENT, { ...claims }, CONTENT_SECONDS)
  }

  forCallback(claims: CallbackClaims): Promise<string> {
    return this.tokens.sign(CALLBACK, { ...claims }, CALLBACK_SECONDS)
  }

  /** `null` unless it is genuine, of this purpose and for this document. */
  async content(token: string, documentId: number): Promise<ContentClaims | null> {
    const claims = await this.tokens.verify(CONTENT, token)
    if (claims?.doc !== documentId || typeof claims.file !== 'number') return null
    return { doc: documentId, file: claims.file, user: Number(claims.user) }
  }

  /** `null` unless it is genuine, of this purpose and for this document. */
  async callback(token: string, documentId: number): Promise<CallbackClaims | null> {
    const claims = await this.tokens.verify(CALLBACK, token)
    if (claims?.doc !== documentId || typeof claims.key !== 'string') return null
    return { doc: documentId, key: claims.key, user: Number(claims.user) }
  }
}
