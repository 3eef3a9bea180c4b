import type { Secret } from '@adonisjs/core/helpers'
import { isPlainAddress } from '#kernel/settings/addresses'
import { SignedTokens } from '#kernel/tokens/signed_tokens'
import { trustedBounds, type PackageBounds } from '#plugins/files/main'
import { AddressSeal } from './address_seal.js'
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
  /** The application's own, which the document server does not know. */
  appKey: Secret<string>
  /** Whether a callback without a signed body or header is taken. */
  signedCallback: 'optional' | 'required'
  /** Largest file that is fetched, in bytes; no upload is as much trusted as a save, nor as hard to repeat. */
  downloadLimit: number
  /** Largest package that is fetched, in bytes, unpacked; what else is read of one grows with it. */
  unpackedLimit: number
  /** How long fetching one file may take. */
  downloadSeconds: number
  /** How long nothing of it may come, or next to nothing. */
  downloadIdleSeconds: number
  /** How long a forced save is waited for. */
  forceSaveSeconds: number
  /** How long the doctor waits for the document server to fetch something. */
  probeSeconds: number
  /** How long a save that was begun elsewhere is looked for, once the document server says that nothing has changed. */
  settleSeconds: number
  /** How long a session that was ended may take to be over and saved. */
  sessionEndSeconds: number
  /** How long a callback may take. */
  callbackSeconds: number
  /** How long a conversion may take. */
  conversionSeconds: number
  /** How many conversions of one user go on at a time. */
  conversionsPerUser: number
  /** How often lost saves are looked for; 0 for never. */
  sweepMinutes: number
  /** How long deleted documents are kept. */
  retentionDays: number
  /** How long entries of documents' logs are kept that nothing needs any more. */
  logRetentionDays: number
  /** Whether people may approve what they submitted, or wrote alone. */
  ownReview: boolean
}

const SHORTEST_SECRET = 32

/** Below which paths the document server offers what it has written: from its disk, and from another storage. */
const OUTPUTS = ['/cache/files/', '/storage-cache/files/']

/** How the document server is reached, and whether it may be used at all. */
export class EditorSettings {
  /** Why the editor cannot be used, with the remedy; `null` when it can. */
  readonly off: string | null
  readonly #tokens: EditorTokens | null
  readonly #secret: string

  constructor(readonly config: EditorConfig) {
    this.off = faultOf(config)
    this.#secret = config.secret?.release() ?? ''
    this.#tokens = this.off ? null : tokensOf(config, this.#secret)
  }

  /** Shared with the document server. */
  get secret(): string {
    return this.#secret
  }

  /** `null` when the editor is off. */
  get tokens(): EditorTokens | null {
    return this.#tokens
  }

  /** Within which the document server's packages are looked into. */
  get packageBounds(): PackageBounds {
    return trustedBounds(this.config.unpackedLimit)
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
   * From where a file that the document server speaks of is fetched: its path, on the document server as it is
   * configured. The host of the URL is nobody's word: whoever talks to the editor's socket can choose it.
   *
   * @returns `null` for what has no path
   */
  downloadUrl(text: string): URL | null {
    const path = this.#pathOf(text)
    if (path === null) return null
    const base = new URL(this.serverBase)
    const { search } = new URL(text)
    return new URL(`${base.origin}${bare(base.pathname)}${path}${search}`)
  }

  /** Whether a URL names a file that the document server has written, and nothing else that it serves. */
  isOutput(text: string): boolean {
    const path = this.#pathOf(text)
    return path !== null && OUTPUTS.some((outputs) => path.startsWith(outputs))
  }

  /** Read as that of a web address, as it will be: schemes differ in what leads out of a folder. */
  #pathOf(text: string): string | null {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url?.pathname.startsWith('/')) return null
    const { pathname } = new URL(`http://path${url.pathname}`)
    if (!isPlainPath(pathname)) return null
    return withoutPrefix(unencoded(pathname), this.#prefixesFor(url))
  }

  /** Whether a URL names the document server at all, under either of its addresses. */
  isOfServer(text: string): boolean {
    const { origin } = new URL(text)
    return this.#bases.some((base) => base.origin === origin)
  }

  /** Paths below which the document server lies: that of the address the URL names comes first. */
  #prefixesFor({ origin }: URL): string[] {
    const [named, others] = [
      this.#bases.filter((base) => base.origin === origin),
      this.#bases.filter((base) => base.origin !== origin),
    ]
    return [...named, ...others].map(({ pathname }) => bare(unencoded(pathname)))
  }

  /** As the browser reaches it, and as this service does. */
  get #bases(): URL[] {
    return [new URL(this.#browserBase), new URL(this.serverBase)]
  }

  get #browserBase(): string {
    return bare(this.config.documentServerUrl ?? '')
  }
}

function tokensOf({ appKey }: EditorConfig, secret: string): EditorTokens {
  return new EditorTokens(new SignedTokens('chancery', [secret]), new AddressSeal(appKey.release()))
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
  return text !== undefined && isPlainAddress(text)
}

function bare(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

/** What servers read in different ways leads to another place than it seems to: encoded slashes, and what is encoded twice. */
function isPlainPath(path: string): boolean {
  if (/%(?:2f|5c|25|00)/i.test(path)) return false
  try {
    return !decodeURIComponent(path).includes('\\')
  } catch {
    return false
  }
}

/** The document server encodes underscores of its own address. */
function unencoded(path: string): string {
  return path.replace(/%5f/gi, '_')
}

function withoutPrefix(path: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((one) => one !== '' && path.startsWith(`${one}/`))
  return prefix === undefined ? path : path.slice(prefix.length)
}
