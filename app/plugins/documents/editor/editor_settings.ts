import type { Secret } from '@adonisjs/core/helpers'
import { SignedTokens } from '#kernel/tokens/signed_tokens'
import { EditorTokens } from './editor_tokens.js'

export interface EditorConfig {
  enabled: boolean
  /** As the browser reaches it. */
  documentServerUrl?: string
  /** As this service reaches it, where that differs. */
  documentServerInternalUrl?: string
  /** As the document server reaches this service. */
  publicBaseUrl?: string
  secret?: Secret<string>
  /** Whether a callback without a signed body or header is taken. */
  signedCallback: 'optional' | 'required'
  /** Largest file that is fetched, in bytes. */
  downloadLimit: number
  /** How long fetching one file may take. */
  downloadSeconds: number
  /** How long a forced save is waited for. */
  forceSaveSeconds: number
  /** How often lost saves are looked for; 0 for never. */
  sweepMinutes: number
  /** How long deleted documents are kept. */
  retentionDays: number
}

const SHORTEST_SECRET = 32

/** How the document server is reached, and whether it may be used at all. */
export class EditorSettings {
  /** Why the editor cannot be used, with the remedy; `null` when it can. */
  readonly off: string | null
  readonly #tokens: EditorTokens | null
  readonly #secret: string

  constructor(readonly config: EditorConfig) {
    this.off = faultOf(config)
    this.#secret = config.secret?.release() ?? ''
    this.#tokens = this.off ? null : new EditorTokens(new SignedTokens('chancery', [this.#secret]))
  }

  /** Shared with the document server. */
  get secret(): string {
    return this.#secret
  }

  /** `null` when the editor is off. */
  get tokens(): EditorTokens | null {
    return this.#tokens
  }

  get scriptUrl(): string {
    return `${this.#browserBase}/web-apps/apps/api/documents/api.js`
  }

  /** Where this service calls the document server. */
  get serverBase(): string {
    return bare(this.config.documentServerInternalUrl ?? this.config.documentServerUrl ?? '')
  }

  /** @param path below the service root, with a leading slash */
  publicUrl(path: string): string {
    return `${bare(this.config.publicBaseUrl ?? '')}${path}`
  }

  /**
   * From where a file that the document server speaks of is fetched, or `null` for one that lies anywhere else. The
   * URL may be signed and still not be trusted: whoever talks to the editor's socket can choose its host.
   */
  downloadUrl(text: string): URL | null {
    if (!URL.canParse(text)) return null
    const url = new URL(text)
    if (url.username !== '' || url.password !== '') return null

    const bases = [this.#browserBase, this.serverBase].map((base) => new URL(base))
    const from = bases.find((base) => base.origin === url.origin)
    return from ? moved(url, from, bases[1]!) : null
  }

  get #browserBase(): string {
    return bare(this.config.documentServerUrl ?? '')
  }
}

function faultOf({ enabled, secret, ...urls }: EditorConfig): string | null {
  if (!enabled) return 'The document editor is switched off; set EDITOR_ENABLED=true'
  if (!secret) return 'EDITOR_JWT_SECRET is not set; set it to the secret of the document server'
  const length = Buffer.byteLength(secret.release())
  if (length < SHORTEST_SECRET) {
    return `EDITOR_JWT_SECRET has ${length} bytes and needs at least ${SHORTEST_SECRET}; set a longer one, here and in the document server`
  }
  if (!isHttp(urls.documentServerUrl)) {
    return 'EDITOR_DOCUMENT_SERVER_URL is no http(s) address; set it to where browsers reach the document server'
  }
  if (urls.documentServerInternalUrl && !isHttp(urls.documentServerInternalUrl)) {
    return 'EDITOR_DOCUMENT_SERVER_INTERNAL_URL is no http(s) address; mend it or leave it out'
  }
  if (isHttp(urls.publicBaseUrl)) return null
  return 'EDITOR_PUBLIC_BASE_URL is no http(s) address; set it to where the document server reaches this service'
}

function isHttp(text: string | undefined): boolean {
  return text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function bare(url: string): string {
  return url.replace(/\/+$/, '')
}

function moved(url: URL, from: URL, to: URL): URL {
  if (from.origin === to.origin) return url
  const prefix = bare(from.pathname)
  const path = url.pathname.startsWith(`${prefix}/`)
    ? url.pathname.slice(prefix.length)
    : url.pathname
  return new URL(`${to.origin}${bare(to.pathname)}${path}${url.search}`)
}
